import { readFileSync } from "node:fs";
import { homedir } from "node:os";
import { join } from "node:path";
import { createCommand, Option, type Terminal, UsageError } from "@frontdesk/basics/command-line";
import { type Toolset, toolsets } from "./toolsets.ts";

/** Settings of the MCP server. */
export interface McpSettings {
  baseUrl: string;
  /** Empty if none is set: then calls fail with key_invalid. */
  key: string;
  toolsets: ReadonlySet<Toolset>;
  /** Only these tools and `account_whoami`; `undefined` for all. */
  tools: ReadonlySet<string> | undefined;
  readOnly: boolean;
  /** Ranges of ports that tunnel_start may expose without asking. */
  allowedPorts: readonly { from: number; to: number }[];
  /** Folder in which each new secret gets its own file. */
  secretsFolder: string;
  /** Serves HTTP on this loopback port instead of stdio. */
  http: number | undefined;
  httpTokenFile: string | undefined;
}

/** Name and help of the command. */
const help = {
  name: "frontdesk-mcp",
  description:
    "Serves mailboxes, SMS inboxes and tunnels as MCP tools, over stdio. The agent key comes from FRONTDESK_KEY or --key-file, never from an argument. " +
    "Exit codes: 0 done, 1 failed, 2 wrong flags or key format, 4 server unreachable, 128+n ended by signal n.",
  examples: [
    "FRONTDESK_URL=https://desk.example.com FRONTDESK_KEY=svcagt_… frontdesk-mcp --check",
    "frontdesk-mcp --key-file ~/.frontdesk/key --toolsets mail,sms --read-only",
  ],
};

/** Creates the command `frontdesk-mcp` with its flags, but without an action. */
export function createMcpCommand(terminal: Terminal) {
  return (
    createCommand(terminal, help)
      .option("--url <url>", "URL of the Frontdesk server [FRONTDESK_URL, default http://localhost:8787]")
      .option(
        "--key-file <file>",
        "File with the agent key, readable only by its owner; or set FRONTDESK_KEY [FRONTDESK_KEY_FILE]",
      )
      .option(
        "--toolsets <list>",
        "Toolsets to offer: mail, sms, tunnel, requests, keys, maintenance, authenticators [FRONTDESK_MCP_TOOLSETS, default mail,sms,tunnel]",
      )
      .option("--tools <list>", "Offer only these tools, comma-separated [FRONTDESK_MCP_TOOLS]")
      .option("--read-only [boolean]", "Offer only tools that change nothing [FRONTDESK_MCP_READ_ONLY]")
      .option(
        "--allow-port <ports>",
        "Ports that tunnel_start may expose without asking, such as 3000,8000-8099 [FRONTDESK_MCP_ALLOW_PORT]",
      )
      .option("--secrets-folder <folder>", "Folder for new keys [FRONTDESK_MCP_SECRETS_FOLDER, default ~/.frontdesk]")
      .option(
        "--http <port>",
        "Serve HTTP on this loopback port instead of stdio; 0 for any free port [FRONTDESK_MCP_HTTP]",
      )
      .option(
        "--http-token-file <file>",
        "File with the bearer token of --http; created if missing [FRONTDESK_MCP_HTTP_TOKEN_FILE]",
      )
      .option("--print-tools", "Print the tool list as JSON, without a server")
      .option("--check", "Check the key and the connection to the server")
      // Known only so that its use is rejected with a reason.
      .addOption(new Option("--key <key>").hideHelp())
  );
}

export type McpFlags = ReturnType<ReturnType<typeof createMcpCommand>["opts"]>;

/** Flags that have an environment variable. */
type SettingName = Exclude<keyof McpFlags, "key" | "printTools" | "check">;

/** Returns a setting's environment variable: `FRONTDESK_MCP_READ_ONLY` for `readOnly`. All our commands share two of them. */
function toVariable(name: SettingName): string {
  const suffix = name.replace(/[A-Z]/g, "_$&").toUpperCase();
  return name === "url" || name === "keyFile" ? `FRONTDESK_${suffix}` : `FRONTDESK_MCP_${suffix}`;
}

/**
 * Reads the settings: flags, then environment variables, then defaults. `toolNames`: all tools, to check `--tools`; empty for no check.
 * @throws UsageError
 */
export function toMcpSettings(flags: McpFlags, env: Terminal["env"], toolNames: readonly string[] = []): McpSettings {
  if (flags.key !== undefined)
    throw new UsageError("--key would show the key in process lists; set FRONTDESK_KEY or --key-file");
  const get = (name: SettingName) => readSetting(name, flags, env);
  return {
    baseUrl: toBaseUrl(get("url")),
    key: readKey(flags, env),
    toolsets: toToolsets(get("toolsets")),
    tools: toTools(get("tools"), toolNames),
    readOnly: toBoolean(get("readOnly")),
    allowedPorts: readPorts(get("allowPort")),
    secretsFolder: get("secretsFolder") ?? join(homedir(), ".frontdesk"),
    http: toPort(get("http")),
    httpTokenFile: get("httpTokenFile"),
  };
}

/**
 * Returns the value of a flag, else of its environment variable; `undefined` if both are missing or the variable is empty.
 * @throws UsageError for an empty flag: `--key-file=` must not fall back to the file of the variable, with perhaps another key
 */
function readSetting(name: SettingName, flags: McpFlags, env: Terminal["env"]): string | undefined {
  const value = flags[name];
  if (value === "") throw new UsageError(`The flag of ${toVariable(name)} needs a value`);
  if (value !== undefined) return String(value);
  return env[toVariable(name)] || undefined;
}

/**
 * Returns the agent key from the first of these that is set: the file of --key-file, FRONTDESK_KEY, the file of FRONTDESK_KEY_FILE; ""
 * if none is. The flag wins over FRONTDESK_KEY, because its file may contain a narrower key.
 */
function readKey(flags: McpFlags, env: Terminal["env"]): string {
  const hasFileFlag = flags.keyFile !== undefined;
  const keyOfEnvironment = hasFileFlag ? undefined : env.FRONTDESK_KEY?.trim();
  return keyOfEnvironment || readKeyFile(readSetting("keyFile", flags, env));
}

/** Returns the server's URL without the path of the API or of `/mcp`, with which people paste it. @throws UsageError */
function toBaseUrl(url = "http://localhost:8787"): string {
  if (!URL.canParse(url) || !/^https?:$/.test(new URL(url).protocol))
    throw new UsageError("--url must begin with http:// or https://");
  const { username, password, search, hash, origin } = new URL(url);
  if (username + password + search + hash)
    throw new UsageError(`--url must have no credentials, query or fragment, such as ${origin}`);
  return url.replace(/\/+(?:(?:svc-api|mcp)\/*)?$/, "");
}

/** Returns the toolsets of these names. @throws UsageError */
function toToolsets(names = "mail,sms,tunnel"): ReadonlySet<Toolset> {
  const isToolset = (name: string): name is Toolset => toolsets.includes(name as Toolset);
  return new Set(
    splitList(names).map((name) => {
      if (isToolset(name)) return name;
      throw new UsageError(`--toolsets: ${name} is not one of ${toolsets.join(", ")}`);
    }),
  );
}

/** Returns the names of the tools to offer; `undefined` for all. Only checked if `known` has any. @throws UsageError if one is unknown */
function toTools(text: string | undefined, known: readonly string[]): ReadonlySet<string> | undefined {
  if (text === undefined) return undefined;
  const names = splitList(text);
  // `known` is empty if the caller has no list of the tools.
  const unknown = known.length === 0 ? undefined : names.find((name) => !known.includes(name));
  if (unknown !== undefined) throw new UsageError(`--tools: unknown tool ${unknown}`);
  return new Set(names);
}

/** Parses true or false. @throws UsageError */
function toBoolean(text = "false"): boolean {
  if (!/^(?:true|false|1|0)$/.test(text)) throw new UsageError("--read-only must be true or false");
  return text === "true" || text === "1";
}

/** Parses the port of `--http`; `undefined` without the flag. @throws UsageError */
function toPort(text: string | undefined): number | undefined {
  if (text === undefined) return undefined;
  if (!/^\d{1,5}$/.test(text) || Number(text) > 65_535) throw new UsageError("--http must be a port from 0 to 65535");
  return Number(text);
}

/** Splits a comma-separated list and drops empty items. */
function splitList(text: string): string[] {
  return text
    .split(",")
    .map((part) => part.trim())
    .filter(Boolean);
}

/** Returns the agent key in a file; "" without a path. @throws UsageError if the file cannot be read */
function readKeyFile(path: string | undefined): string {
  if (path === undefined) return "";
  try {
    return readFileSync(path, "utf8").trim();
  } catch {
    throw new UsageError("--key-file cannot be read. Check the path and its permissions");
  }
}

/** Parses a list of ports and ranges, such as `3000,8000-8099`. @throws UsageError */
function readPorts(text = ""): { from: number; to: number }[] {
  return splitList(text).map((item) => {
    // Anything else becomes port 0, which is rejected below.
    const [, from = "", to = from] = /^(\d{1,5})(?:-(\d{1,5}))?$/.exec(item) ?? [];
    const range = { from: Number(from), to: Number(to) };
    if (range.from < 1 || range.to > 65_535 || range.from > range.to)
      throw new UsageError(`--allow-port: ${item} is not a port or a range such as 8000-8099`);
    return range;
  });
}
