import { mkdtempSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { UsageError } from "@frontdesk/basics/command-line";
import { describe, expect, it } from "vitest";
import { createMcpCommand } from "../../src/state/settings.ts";
import { toolsets } from "../../src/state/toolsets.ts";
import { readSettings } from "../read-settings.ts";

const names = ["mail_wait_code", "mail_list"];
const read = (args: string[], env: Record<string, string> = {}) => readSettings(args, env, names);

const keyFile = join(mkdtempSync(join(tmpdir(), "frontdesk-settings-")), "key");
writeFileSync(keyFile, "svcagt_FromTheFile\n");
const port = { from: 3_000, to: 3_000 };

/** Each flag, its variable, a value unlike the default, and the setting that it becomes. */
const flags: [flag: string, variable: string, value: string, setting: object][] = [
  ["--url", "FRONTDESK_URL", "https://desk.test", { baseUrl: "https://desk.test" }],
  ["--key-file", "FRONTDESK_KEY_FILE", keyFile, { key: "svcagt_FromTheFile" }],
  ["--toolsets", "FRONTDESK_MCP_TOOLSETS", "keys", { toolsets: new Set(["keys"]) }],
  ["--tools", "FRONTDESK_MCP_TOOLS", "mail_list", { tools: new Set(["mail_list"]) }],
  ["--read-only", "FRONTDESK_MCP_READ_ONLY", "true", { readOnly: true }],
  ["--allow-port", "FRONTDESK_MCP_ALLOW_PORT", "3000", { allowedPorts: [port] }],
  ["--secrets-folder", "FRONTDESK_MCP_SECRETS_FOLDER", "/run/secrets", { secretsFolder: "/run/secrets" }],
  ["--http", "FRONTDESK_MCP_HTTP", "8791", { http: 8_791 }],
  ["--http-token-file", "FRONTDESK_MCP_HTTP_TOKEN_FILE", "/run/token", { httpTokenFile: "/run/token" }],
];

describe("the settings of the MCP server", () => {
  it.each(flags)("take %s before %s, and an empty variable for none", (flag, variable, value, setting) => {
    const defaults = read([]);
    expect(read([flag, value])).toEqual({ ...defaults, ...setting });
    expect(read([], { [variable]: value })).toEqual({ ...defaults, ...setting });
    expect(read([`${flag}=${value}`], { [variable]: "/wrong" })).toEqual({ ...defaults, ...setting });
    expect(read([], { [variable]: "" })).toEqual(defaults);
    expect(() => read([`${flag}=`])).toThrow(`The flag of ${variable} needs a value`);
  });

  it("have a row above for each flag, whose help names its variable", () => {
    const terminal = { env: {}, out() {}, err() {}, ask: async () => null };
    const actions = ["--print-tools", "--check", "--key", "--help"];
    const all = createMcpCommand(terminal).options.filter(({ long }) => !actions.includes(long ?? ""));
    expect(all.map(({ long }) => long)).toEqual(flags.map(([flag]) => flag));
    for (const [index, { description }] of all.entries()) expect(description).toMatch(flags[index]?.[1] ?? "");
  });

  it("are explained by a help that lists all toolsets and leaves out --key, which is always rejected", () => {
    const help = createMcpCommand({ env: {}, out() {}, err() {}, ask: async () => null }).helpInformation();
    const others = ["--print-tools", "--check", "--help"];
    expect(help.match(/(?<=^\s+(?:-h, )?)--[a-z-]+/gm)?.sort()).toEqual(
      [...flags.map(([flag]) => flag), ...others].sort(),
    );
    const onOneLine = help.replace(/\s+/g, " ");
    expect(onOneLine).toContain(`offer: ${toolsets.join(", ")} [`);
    const { baseUrl, toolsets: defaults } = read([]);
    for (const value of [baseUrl, [...defaults].join(), "~/.frontdesk"])
      expect(onOneLine).toContain(`default ${value}]`);
  });

  it("have defaults", () => {
    const settings = read([]);
    expect(settings).toMatchObject({
      baseUrl: "http://localhost:8787",
      key: "",
      readOnly: false,
      allowedPorts: [],
      tools: undefined,
      http: undefined,
      httpTokenFile: undefined,
    });
    expect([...settings.toolsets]).toEqual(["mail", "sms", "tunnel"]);
    expect(settings.secretsFolder).toMatch(/\.frontdesk$/);
  });

  it("are read from a flag before its variable", () => {
    const env = { FRONTDESK_URL: "http://from.variable", FRONTDESK_MCP_READ_ONLY: "1", FRONTDESK_MCP_HTTP: "0" };
    expect(read(["--url=https://from.flag/"], env)).toMatchObject({
      baseUrl: "https://from.flag",
      readOnly: true,
      http: 0,
    });
    expect(read(["--read-only=false"], env).readOnly).toBe(false);
    expect(read(["--read-only"]).readOnly).toBe(true);
    expect(read([], { FRONTDESK_URL: "" }).baseUrl).toBe("http://localhost:8787");
  });

  it.each([
    ...["http://desk.test/svc-api", "http://desk.test/svc-api/", "http://desk.test//svc-api//"],
    ...["http://desk.test/mcp", "http://desk.test//"],
  ])("accept %s as the server's URL", (url) => {
    expect(read(["--url", url]).baseUrl).toBe("http://desk.test");
  });

  it("read the key from the file of a flag, else from its variable, else from the file of a variable", () => {
    const file = join(mkdtempSync(join(tmpdir(), "frontdesk-settings-")), "key");
    writeFileSync(file, "svcagt_FromTheFile\n");
    expect(read(["--key-file", file]).key).toBe("svcagt_FromTheFile");
    const variables = { FRONTDESK_KEY: " svcagt_Variable ", FRONTDESK_KEY_FILE: file };
    expect(read(["--key-file", file], variables).key).toBe("svcagt_FromTheFile");
    expect(read([], variables).key).toBe("svcagt_Variable");
    expect(read([], { FRONTDESK_KEY_FILE: file }).key).toBe("svcagt_FromTheFile");
  });

  it("read lists and ranges, up to the last port", () => {
    const ports = "3000, 8000-8099, ,65535";
    const settings = read(["--allow-port", ports, "--tools", "mail_list, ,", "--toolsets=sms, ,keys,"]);
    expect(settings.allowedPorts).toEqual([
      { from: 3_000, to: 3_000 },
      { from: 8_000, to: 8_099 },
      { from: 65_535, to: 65_535 },
    ]);
    expect(read(["--http", "65535"]).http).toBe(65_535);
    expect([...(settings.tools ?? [])]).toEqual(["mail_list"]);
    expect([...settings.toolsets]).toEqual(["sms", "keys"]);
  });

  it.each([
    [
      ["--toolsets", "mails"],
      "--toolsets: mails is not one of mail, sms, tunnel, requests, keys, maintenance, authenticators",
    ],
    [["--tools", "mail_send"], "--tools: unknown tool mail_send"],
    [["--url", "desk.test"], "--url must begin with http:// or https://"],
    [["--url", "ftp://desk.test"], "--url must begin with http:// or https://"],
    [
      ["--url", "http://ann:secret@desk.test"],
      "--url must have no credentials, query or fragment, such as http://desk.test",
    ],
    [
      ["--url", "http://:secret@desk.test"],
      "--url must have no credentials, query or fragment, such as http://desk.test",
    ],
    [["--url", "http://desk.test?a=1"], "--url must have no credentials, query or fragment, such as http://desk.test"],
    [["--url", "http://desk.test#a"], "--url must have no credentials, query or fragment, such as http://desk.test"],
    [["--http", "65536"], "--http must be a port from 0 to 65535"],
    [["--http", "80x"], "--http must be a port from 0 to 65535"],
    [["--http", "000080"], "--http must be a port from 0 to 65535"],
    [["--http", "http"], "--http must be a port from 0 to 65535"],
    [["--read-only=perhaps"], "--read-only must be true or false"],
    [["--read-only=10"], "--read-only must be true or false"],
    [["--read-only=untrue"], "--read-only must be true or false"],
    [["--key", "svcagt_x"], "--key would show the key in process lists; set FRONTDESK_KEY or --key-file"],
    [["--nothing=1"], "Unknown flag --nothing."],
    [["--help=1"], "--help takes no value."],
    [["word"], "Too many arguments. Expected 0 arguments but got 1."],
    [["--toolset=mail"], "Unknown flag --toolset. Did you mean --toolsets?"],
    [["--url"], "--url needs a value."],
    [["--url="], "The flag of FRONTDESK_URL needs a value"],
    [["--key-file", "/nowhere/key"], "--key-file cannot be read. Check the path and its permissions"],
    [["--allow-port", "0"], "--allow-port: 0 is not a port or a range such as 8000-8099"],
    [["--allow-port", "65536"], "--allow-port: 65536 is not a port or a range such as 8000-8099"],
    [["--allow-port", "9-8"], "--allow-port: 9-8 is not a port or a range such as 8000-8099"],
    [["--allow-port", "1-70000"], "--allow-port: 1-70000 is not a port or a range such as 8000-8099"],
    [["--allow-port", "all"], "--allow-port: all is not a port or a range such as 8000-8099"],
  ])("reject %j with an explanation", (args, sentence) => {
    expect(() => read(args)).toThrow(new UsageError(sentence));
  });
});
