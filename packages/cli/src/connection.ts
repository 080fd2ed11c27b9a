import { readFileSync } from "node:fs";
import { createFrontdesk, type Frontdesk, FrontdeskError, UnreachableError } from "@frontdesk/sdk";
import type { ArgsDef } from "citty";
import { CommandError, type Terminal, UsageError } from "./framework/index.ts";

const DEFAULT_URL = "http://localhost:8787";

/** Flags of every command that calls a server. The key is not a flag: process lists would show it. */
export const connectionFlags = {
  url: {
    type: "string",
    valueHint: "url",
    description: `URL of the server [FRONTDESK_URL, default ${DEFAULT_URL}]`,
  },
  "key-file": {
    type: "string",
    valueHint: "file",
    description: "File with the agent key (default: the variable FRONTDESK_KEY)",
  },
  json: { type: "boolean", description: "Print JSON" },
} as const satisfies ArgsDef;

/** A server and the client of an agent key. */
export interface Connection {
  url: string;
  frontdesk: Frontdesk;
}

/** Creates the client that the flags and the environment describe. @throws UsageError without a valid URL and key */
export function connect(
  args: { url?: string | undefined; "key-file"?: string | undefined },
  { env }: Terminal,
): Connection {
  const url = args.url ?? (env.FRONTDESK_URL || DEFAULT_URL);
  const isHttpUrl = URL.canParse(url) && /^https?:$/.test(new URL(url).protocol);
  if (!isHttpUrl) {
    const source = args.url === undefined ? "FRONTDESK_URL" : "--url";
    throw new UsageError(`${source}: ${JSON.stringify(url)} is not an http(s) URL. Give one such as ${DEFAULT_URL}.`);
  }
  return { url, frontdesk: createFrontdesk({ baseUrl: url, key: readKey(args["key-file"], env) }) };
}

/** Reads the agent key from the file, else from FRONTDESK_KEY. @throws UsageError */
function readKey(file: string | undefined, env: Terminal["env"]): string {
  if (file === undefined) {
    if (env.FRONTDESK_KEY) return checkKey(env.FRONTDESK_KEY, "FRONTDESK_KEY");
    throw new UsageError(
      "No key: set FRONTDESK_KEY to an agent key (svcagt_…), or pass a file that contains it with --key-file.",
    );
  }
  return checkKey(readKeyFile(file), `--key-file: ${file}`);
}

function readKeyFile(file: string): string {
  try {
    return readFileSync(file, "utf8");
  } catch {
    throw new UsageError(`--key-file: ${file} cannot be read. Check the path and its permissions.`);
  }
}

/** Credentials that people paste by mistake, by prefix. */
const otherCredentials = [
  ["svcm_", "a mailbox key"],
  ["svcsms_", "an SMS key"],
  ["svc_", "a tunnel token, which frontdesk-tunnel takes"],
] as const;

/** Returns the key if it is one. Errors do not repeat it. @throws UsageError */
function checkKey(text: string, source: string): string {
  const key = text.trim();
  if (/^svcagt_[!-~]+$/.test(key)) return key;
  const kind = otherCredentials.find(([prefix]) => key.startsWith(prefix))?.[1];
  if (kind) throw new UsageError(`${source} contains ${kind}. This command needs an agent key (svcagt_…).`);
  throw new UsageError(`${source} must contain one agent key (svcagt_…) and nothing else.`);
}

/** Runs a call to the server. Converts its failures to a CommandError: exit code 1 if rejected, 4 if unreachable. */
export async function callServer<T>(url: string, call: () => Promise<T>): Promise<T> {
  try {
    return await call();
  } catch (error) {
    if (error instanceof FrontdeskError) throw new CommandError(error.message, { exitCode: 1, cause: error });
    if (error instanceof UnreachableError)
      throw new CommandError(unreachableMessage(url, error), { exitCode: 4, cause: error });
    throw error;
  }
}

/** Returns the message for a server that is overloaded, too slow, or not there at all. */
function unreachableMessage(url: string, { message, cause }: UnreachableError): string {
  // The server kept responding with 503 or 429; the SDK's message says so.
  if (cause instanceof Response) return message;
  const isTimeout = cause instanceof DOMException;
  if (isTimeout) return `The server at ${url} did not respond in time. Is it overloaded or frozen?`;
  return `No response from ${url}. Is the server running, and is --url (or FRONTDESK_URL) correct?`;
}
