import { readFileSync } from "node:fs";
import { homedir } from "node:os";
import { join } from "node:path";
import { type Toolset, toolsets } from "./toolsets.ts";

/** How this MCP server is started. */
export interface Settings {
  baseUrl: string;
  /** Empty when none is set; calls then say so. */
  key: string;
  toolsets: ReadonlySet<Toolset>;
  /** Only these tools, beside `account_whoami`; all when absent. */
  tools: ReadonlySet<string> | undefined;
  readOnly: boolean;
  /** Ports that tunnels may show without asking, each from one number to another. */
  allowedPorts: readonly { from: number; to: number }[];
  /** Where new secrets are written, each to a file of its own. */
  secretsFolder: string;
  /** Serves HTTP on this loopback port instead of stdio. */
  http: number | undefined;
  httpTokenFile: string | undefined;
}

/** Each flag, what its variable is called, and what `--help` says. */
export const flags = {
  url: { env: "FRONTDESK_URL", help: "The Frontdesk server (default http://localhost:8787)" },
  "key-file": {
    env: "FRONTDESK_KEY_FILE",
    help: "File with the agent key, readable by its owner alone; or set FRONTDESK_KEY",
  },
  toolsets: { env: "FRONTDESK_MCP_TOOLSETS", help: "Of mail, sms, tunnel, keys (default mail,sms,tunnel)" },
  tools: { env: "FRONTDESK_MCP_TOOLS", help: "Only these tools, comma-separated" },
  "read-only": { env: "FRONTDESK_MCP_READ_ONLY", help: "Only tools that change nothing", isSwitch: true },
  "allow-port": {
    env: "FRONTDESK_MCP_ALLOW_PORT",
    help: "Ports that tunnel_start may open unasked, such as 3000,8000-8099",
  },
  "secrets-folder": { env: "FRONTDESK_MCP_SECRETS_FOLDER", help: "Where new keys are written (default ~/.frontdesk)" },
  http: { env: "FRONTDESK_MCP_HTTP", help: "Serve HTTP on this loopback port instead of stdio; 0 takes any free one" },
  "http-token-file": {
    env: "FRONTDESK_MCP_HTTP_TOKEN_FILE",
    help: "File with the bearer token of --http; made when absent",
  },
} as const;
/** What is done instead of serving. */
export const actions = {
  help: "Show this text",
  version: "Show the version",
  "print-tools": "Print the tool list as JSON, without a server",
  check: "Check the key and that the server answers",
} as const;

type Flag = keyof typeof flags;
export type Action = keyof typeof actions | "serve";

/** Thrown for flags that can't be; the message names the flag. */
export class SettingsError extends Error {
  override readonly name = "SettingsError";
}

/** Reads flags, then variables, then defaults. @throws SettingsError */
export function readSettings(
  args: readonly string[],
  env: Readonly<Record<string, string | undefined>>,
  toolNames: readonly string[] = [],
): { action: Action; settings: Settings } {
  const { action, values } = parse(args);
  const get = (flag: Flag): string | undefined => values.get(flag) ?? (env[flags[flag].env] || undefined);
  const chosen = list(get("toolsets")) ?? ["mail", "sms", "tunnel"];
  for (const name of chosen)
    if (!toolsets.includes(name as Toolset))
      throw new SettingsError(`--toolsets: ${name} is not one of ${toolsets.join(", ")}`);
  const tools = list(get("tools"));
  for (const name of tools ?? [])
    if (toolNames.length > 0 && !toolNames.includes(name)) throw new SettingsError(`--tools: there is no tool ${name}`);
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
      // Whoever copied the address of the API, or of its tools, means the server.
      baseUrl: baseUrl.replace(/\/+(?:(?:svc-api|mcp)\/*)?$/, ""),
      // A file that is named at the call is meant, as any flag is: it may hold the narrower key.
      key: (!values.has("key-file") && env.FRONTDESK_KEY?.trim()) || readKeyFile(get("key-file")),
      toolsets: new Set(chosen as Toolset[]),
      tools: tools && new Set(tools),
      readOnly: readOnly === "true" || readOnly === "1",
      allowedPorts: readPorts(get("allow-port")),
      secretsFolder: get("secrets-folder") ?? join(homedir(), ".frontdesk"),
      http: http === undefined ? undefined : Number(http),
      httpTokenFile: get("http-token-file"),
    },
  };
}

function parse(args: readonly string[]) {
  const values = new Map<Flag, string>();
  let action: Action = "serve";
  const rest = [...args];
  for (let word = rest.shift(); word !== undefined; word = rest.shift()) {
    const [, name = "", joined] = /^--([a-z-]+)(?:=(.*))?$/s.exec(word) ?? [];
    if (Object.hasOwn(actions, name) && joined === undefined) action = name as Action;
    else if (name === "key")
      throw new SettingsError("--key would show the key in process lists; set FRONTDESK_KEY or --key-file");
    else if (!Object.hasOwn(flags, name))
      throw new SettingsError(`There is no flag ${word.split("=")[0]}; --help lists them`);
    else if ("isSwitch" in flags[name as Flag]) values.set(name as Flag, joined ?? "true");
    else {
      const value = joined ?? rest.shift();
      if (!value) throw new SettingsError(`--${name} needs a value`);
      values.set(name as Flag, value);
    }
  }
  return { action, values };
}

function list(value: string | undefined): string[] | undefined {
  return value
    ?.split(",")
    .map((part) => part.trim())
    .filter(Boolean);
}

function readKeyFile(path: string | undefined): string {
  if (path === undefined) return "";
  try {
    return readFileSync(path, "utf8").trim();
  } catch {
    throw new SettingsError("--key-file can't be read");
  }
}

function readPorts(text: string | undefined): { from: number; to: number }[] {
  return (list(text) ?? []).map((word) => {
    const [, from = "", to = from] = /^(\d{1,5})(?:-(\d{1,5}))?$/.exec(word) ?? [];
    const range = { from: Number(from), to: Number(to) };
    if (range.from < 1 || range.to > 65_535 || range.from > range.to)
      throw new SettingsError(`--allow-port: ${word} is no port and no range such as 8000-8099`);
    return range;
  });
}
