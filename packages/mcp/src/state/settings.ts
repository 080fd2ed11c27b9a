import { readFileSync } from "node:fs";
import { homedir } from "node:os";
import { join } from "node:path";
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

/** Flags with their environment variables and help texts. */
export const flags = {
  url: { env: "FRONTDESK_URL", help: "URL of the Frontdesk server (default http://localhost:8787)" },
  "key-file": {
    env: "FRONTDESK_KEY_FILE",
    help: "File with the agent key, readable only by its owner; or set FRONTDESK_KEY",
  },
  toolsets: {
    env: "FRONTDESK_MCP_TOOLSETS",
    help: "Toolsets to offer: mail, sms, tunnel, keys (default mail,sms,tunnel)",
  },
  tools: { env: "FRONTDESK_MCP_TOOLS", help: "Offer only these tools, comma-separated" },
  "read-only": { env: "FRONTDESK_MCP_READ_ONLY", help: "Offer only tools that change nothing", isSwitch: true },
  "allow-port": {
    env: "FRONTDESK_MCP_ALLOW_PORT",
    help: "Ports that tunnel_start may expose without asking, such as 3000,8000-8099",
  },
  "secrets-folder": { env: "FRONTDESK_MCP_SECRETS_FOLDER", help: "Folder for new keys (default ~/.frontdesk)" },
  http: { env: "FRONTDESK_MCP_HTTP", help: "Serve HTTP on this loopback port instead of stdio; 0 for any free port" },
  "http-token-file": {
    env: "FRONTDESK_MCP_HTTP_TOKEN_FILE",
    help: "File with the bearer token of --http; created if missing",
  },
} as const;
/** Flags that do something else than serve. */
export const actions = {
  help: "Show this text",
  version: "Show the version",
  "print-tools": "Print the tool list as JSON, without a server",
  check: "Check the key and the connection to the server",
} as const;

type Flag = keyof typeof flags;
export type Action = keyof typeof actions | "serve";

/** A flag is invalid. The message names it. */
export class SettingsError extends Error {
  override readonly name = "SettingsError";
}

/** Reads the settings: flags, then environment variables, then defaults. @throws SettingsError */
export function readMcpSettings(
  args: readonly string[],
  env: Readonly<Record<string, string | undefined>>,
  toolNames: readonly string[] = [],
): { action: Action; settings: McpSettings } {
  const { action, values } = parseFlags(args);
  // An empty environment variable counts as unset.
  const get = (flag: Flag): string | undefined => values.get(flag) ?? (env[flags[flag].env] || undefined);
  const toolsetNames = splitList(get("toolsets")) ?? ["mail", "sms", "tunnel"];
  for (const name of toolsetNames)
    if (!toolsets.includes(name as Toolset))
      throw new SettingsError(`--toolsets: ${name} is not one of ${toolsets.join(", ")}`);
  const tools = splitList(get("tools"));
  for (const name of tools ?? [])
    if (toolNames.length > 0 && !toolNames.includes(name)) throw new SettingsError(`--tools: unknown tool ${name}`);
  const baseUrl = get("url") ?? "http://localhost:8787";
  if (!URL.canParse(baseUrl) || !/^https?:$/.test(new URL(baseUrl).protocol))
    throw new SettingsError("--url must begin with http:// or https://");
  const http = get("http");
  if (http !== undefined && !(/^\d{1,5}$/.test(http) && Number(http) <= 65_535))
    throw new SettingsError("--http must be a port from 0 to 65535");
  const readOnly = get("read-only");
  if (readOnly !== undefined && !/^(?:true|false|1|0)$/.test(readOnly))
    throw new SettingsError("--read-only must be true or false");
  return {
    action,
    settings: {
      // People also paste the URL of the API or of /mcp.
      baseUrl: baseUrl.replace(/\/+(?:(?:svc-api|mcp)\/*)?$/, ""),
      // A --key-file flag wins over FRONTDESK_KEY: it may contain a narrower key.
      key: (!values.has("key-file") && env.FRONTDESK_KEY?.trim()) || readKeyFile(get("key-file")),
      toolsets: new Set(toolsetNames as Toolset[]),
      tools: tools && new Set(tools),
      readOnly: readOnly === "true" || readOnly === "1",
      allowedPorts: readPorts(get("allow-port")),
      secretsFolder: get("secrets-folder") ?? join(homedir(), ".frontdesk"),
      http: http === undefined ? undefined : Number(http),
      httpTokenFile: get("http-token-file"),
    },
  };
}

/** Parses the flags and their values. The action is "serve" unless a flag selects another. @throws SettingsError */
function parseFlags(args: readonly string[]) {
  const values = new Map<Flag, string>();
  let action: Action = "serve";
  const rest = [...args];
  for (let argument = rest.shift(); argument !== undefined; argument = rest.shift()) {
    // `--name`, or `--name=value`.
    const [, name = "", inlineValue] = /^--([a-z-]+)(?:=(.*))?$/s.exec(argument) ?? [];
    if (Object.hasOwn(actions, name) && inlineValue === undefined) action = name as Action;
    else if (name === "key")
      throw new SettingsError("--key would show the key in process lists; set FRONTDESK_KEY or --key-file");
    else if (!Object.hasOwn(flags, name))
      throw new SettingsError(`Unknown flag ${argument.split("=")[0]}; --help lists all flags`);
    else if ("isSwitch" in flags[name as Flag]) values.set(name as Flag, inlineValue ?? "true");
    else {
      const value = inlineValue ?? rest.shift();
      if (!value) throw new SettingsError(`--${name} needs a value`);
      values.set(name as Flag, value);
    }
  }
  return { action, values };
}

/** Splits a comma-separated list and drops empty items. */
function splitList(value: string | undefined): string[] | undefined {
  return value
    ?.split(",")
    .map((part) => part.trim())
    .filter(Boolean);
}

/** Returns the key in the file; "" without a path. @throws SettingsError */
function readKeyFile(path: string | undefined): string {
  if (path === undefined) return "";
  try {
    return readFileSync(path, "utf8").trim();
  } catch {
    throw new SettingsError("--key-file cannot be read. Check the path and its permissions");
  }
}

/** Parses a list of ports and ranges, such as `3000,8000-8099`. @throws SettingsError */
function readPorts(text: string | undefined): { from: number; to: number }[] {
  return (splitList(text) ?? []).map((item) => {
    // Anything else becomes port 0, which is rejected below.
    const [, from = "", to = from] = /^(\d{1,5})(?:-(\d{1,5}))?$/.exec(item) ?? [];
    const range = { from: Number(from), to: Number(to) };
    if (range.from < 1 || range.to > 65_535 || range.from > range.to)
      throw new SettingsError(`--allow-port: ${item} is not a port or a range such as 8000-8099`);
    return range;
  });
}
