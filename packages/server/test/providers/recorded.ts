import { readdirSync, readFileSync, writeFileSync } from "node:fs";

/** A request as an SDK sends it. `<key>` stands for the credential, also in `Basic user:<key>`. */
export interface RecordedRequest {
  method: string;
  /** Path and query below the provider's. */
  path: string;
  headers: Record<string, string>;
  body: string;
}

/** The requests with which one version of an SDK sends our message. Written by `FRONTDESK_RECORD=1 npm run outside -- providers`. */
export interface Recording {
  /** Package and version, as it was installed. */
  sdk: string;
  provider: string;
  /** Recipient of the message with the code. */
  to: string;
  requests: RecordedRequest[];
}

const folder = new URL("./recorded/", import.meta.url);

export const recordings = (): string[] => readdirSync(folder).map((file) => file.replace(".json", ""));

export function readRecording(name: string): Recording {
  return JSON.parse(readFileSync(new URL(`${name}.json`, folder), "utf8"));
}

export function writeRecording(name: string, recording: Recording): void {
  writeFileSync(new URL(`${name}.json`, folder), `${JSON.stringify(recording, null, 2)}\n`);
}
