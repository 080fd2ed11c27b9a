import { readFileSync } from "node:fs";
import { createFrontdesk, type Frontdesk, FrontdeskError, UnreachableError } from "@frontdesk/sdk";
import type { ArgsDef } from "citty";
import { CommandError, type Terminal, UsageError } from "./kit/index.ts";

const DEFAULT_URL = "http://localhost:8787";

/** Flags of every command that speaks to a server. The key is no flag: it would show in lists of processes. */
export const connectionFlags = {
  url: {
    type: "string",
    valueHint: "url",
    description: `Where the server is [FRONTDESK_URL, default ${DEFAULT_URL}]`,
  },
  "key-file": {
    type: "string",
    valueHint: "file",
    description: "File that holds the agent key; without it the key is read from FRONTDESK_KEY",
  },
  json: { type: "boolean", description: "Answer in JSON, for programs" },
} as const satisfies ArgsDef;

/** Where the server is, and who asks. */
export interface Connection {
  url: string;
  frontdesk: Frontdesk;
}

/** @throws UsageError when no key is given, or the address is none. */
export function connect(
  args: { url?: string | undefined; "key-file"?: string | undefined },
  { env }: Terminal,
): Connection {
  const url = args.url ?? (env.FRONTDESK_URL || DEFAULT_URL);
  if (!URL.canParse(url) || !/^https?:$/.test(new URL(url).protocol))
    throw new UsageError(
      `${args.url === undefined ? "FRONTDESK_URL" : "--url"}: ${JSON.stringify(url)} is no http address. Give one such as ${DEFAULT_URL}.`,
    );
  return { url, frontdesk: createFrontdesk({ baseUrl: url, key: readKey(args["key-file"], env) }) };
}

function readKey(file: string | undefined, env: Terminal["env"]): string {
  if (file === undefined) {
    if (env.FRONTDESK_KEY) return checkKey(env.FRONTDESK_KEY, "FRONTDESK_KEY");
    throw new UsageError(
      "No key: set FRONTDESK_KEY to an agent key (svcagt_…), or name a file that holds it by --key-file.",
    );
  }
  return checkKey(readKeyFile(file), `--key-file: ${file}`);
}

function readKeyFile(file: string): string {
  try {
    return readFileSync(file, "utf8");
  } catch {
    throw new UsageError(`--key-file: ${file} cannot be read.`);
  }
}

/** What else a server gives out, which the command has no use for. */
const kinds = [
  ["svcm_", "the key of a mailbox"],
  ["svcsms_", "the key of an SMS inbox"],
  ["svc_", "the token of a subdomain, which is for frontdesk-tunnel"],
] as const;

/** What no header can carry is found before it is sent, and not repeated. */
function checkKey(text: string, source: string): string {
  const key = text.trim();
  if (/^svcagt_[!-~]+$/.test(key)) return key;
  const kind = kinds.find(([prefix]) => key.startsWith(prefix))?.[1];
  if (kind) throw new UsageError(`${source} holds ${kind}. These commands take an agent key (svcagt_…).`);
  throw new UsageError(`${source} does not hold a single agent key (svcagt_…). Copy the key whole, and nothing else.`);
}

/** Runs what asks the server, and says what stood in the way as a person needs it. */
export async function asking<T>(url: string, ask: () => Promise<T>): Promise<T> {
  try {
    return await ask();
  } catch (error) {
    if (error instanceof FrontdeskError) throw new CommandError(error.message, { exitCode: 1, cause: error });
    if (error instanceof UnreachableError)
      throw new CommandError(whyUnreachable(url, error), { exitCode: 4, cause: error });
    throw error;
  }
}

/** A server that is slow, or that says it cannot, is not one whose address is wrong. */
function whyUnreachable(url: string, { message, cause }: UnreachableError): string {
  if (cause instanceof Response) return message;
  if (cause instanceof DOMException)
    return `The server at ${url} did not answer in time. Is it busy, or has it stopped halfway?`;
  return `No server answers at ${url}. Is it running, and is --url (or FRONTDESK_URL) right?`;
}
