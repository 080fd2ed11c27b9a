import { readFileSync } from "node:fs";
import { type CommandParts, createCommand, type Terminal, UsageError } from "@frontdesk/basics/command-line";
import { createFrontdesk, type Frontdesk } from "@frontdesk/sdk";

const DEFAULT_URL = "http://localhost:8787";

/** Creates a command that calls a server. The key is not a flag: process lists would show it. */
export function createClientCommand(terminal: Terminal, parts: CommandParts) {
  return createCommand(terminal, parts)
    .option("--url <url>", `URL of the server [FRONTDESK_URL, default ${DEFAULT_URL}]`)
    .option("--key-file <file>", "File with the agent key, instead of the key in FRONTDESK_KEY")
    .option("--json", "Print JSON");
}

/** A server and the client of an agent key. */
export interface Connection {
  url: string;
  frontdesk: Frontdesk;
}

/** Creates the client that the flags and the environment describe. @throws UsageError without a valid URL and key */
export function connect(
  flags: { url?: string | undefined; keyFile?: string | undefined },
  { env }: Terminal,
): Connection {
  // An empty variable counts as unset. An empty flag does not: it is rejected below.
  const url = flags.url ?? (env.FRONTDESK_URL || DEFAULT_URL);
  const isHttpUrl = URL.canParse(url) && /^https?:$/.test(new URL(url).protocol);
  if (!isHttpUrl) {
    const source = flags.url === undefined ? "FRONTDESK_URL" : "--url";
    throw new UsageError(`${source}: ${JSON.stringify(url)} is not an http(s) URL. Give one such as ${DEFAULT_URL}.`);
  }
  return { url, frontdesk: createFrontdesk({ baseUrl: url, key: readKey(flags.keyFile, env) }) };
}

/** Reads the agent key from the file, else from FRONTDESK_KEY. @throws UsageError */
function readKey(file: string | undefined, env: Terminal["env"]): string {
  if (file === undefined) {
    if (env.FRONTDESK_KEY) return checkKey(env.FRONTDESK_KEY, "FRONTDESK_KEY");
    throw new UsageError(
      "No key: set FRONTDESK_KEY to an agent key (svcagt_…; `frontdesk key create` on the server makes one), or pass a file that contains it with --key-file.",
    );
  }
  return checkKey(readKeyFile(file), `--key-file: ${file}`);
}

/** Reads the text of a key file. @throws UsageError */
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

/**
 * Returns the agent key, without the line break at the end of a file. Checks only its form: whether it is valid, the server's response
 * says. The errors do not repeat the text, because it may be another secret. @throws UsageError
 */
function checkKey(text: string, source: string): string {
  const key = text.trim();
  if (/^svcagt_[!-~]+$/.test(key)) return key;
  const [, kind] = otherCredentials.find(([prefix]) => key.startsWith(prefix)) ?? [];
  if (kind) throw new UsageError(`${source} contains ${kind}. This command needs an agent key (svcagt_…).`);
  throw new UsageError(`${source} must contain one agent key (svcagt_…) and nothing else.`);
}
