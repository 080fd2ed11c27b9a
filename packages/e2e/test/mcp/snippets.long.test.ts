import { execFileSync } from "node:child_process";
import { chmodSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { Client, StreamableHTTPClientTransport } from "@modelcontextprotocol/client";
import { StdioClientTransport } from "@modelcontextprotocol/client/stdio";
import { expect, test } from "vitest";
import { bundle, firstKey, openDesk } from "./desk.ts";
import { temporaryFolder } from "./temporary.ts";

const page = readFileSync(new URL("../../../../docs/how-to/mcp.md", import.meta.url), "utf8");
const blocks = (language: string) =>
  [...page.matchAll(/```(\w+)\n([\s\S]*?)```/g)]
    .filter((match) => match[1] === language)
    .map((match) => match[2] ?? "");

interface Start {
  command: string;
  args: string[];
  env?: Record<string, string>;
}

test("has working JSON for clients with `mcpServers`, for Windows and for VS Code", async () => {
  const snippets = blocks("json")
    .map((text) => JSON.parse(text))
    .filter((snippet) => !snippet.mcpServers?.frontdesk.url);
  expect(snippets.map((snippet) => Object.keys(snippet).at(-1))).toEqual(["mcpServers", "mcpServers", "servers"]);
  for (const { mcpServers, servers, inputs } of snippets) {
    const start: Start = (mcpServers ?? servers).frontdesk;
    const wanted = /^\$\{input:(.*)\}$/.exec(start.env?.FRONTDESK_KEY ?? "")?.[1];
    if (servers) expect(inputs).toMatchObject([{ id: wanted, type: "promptString", password: true }]);
    await expectToServe(start);
  }
});

test("has working TOML for Codex, with a sufficient timeout", async () => {
  const [text = ""] = blocks("toml");
  const { "mcp_servers.frontdesk": table } = parseToml(text);
  expect(table).toMatchObject({ startup_timeout_sec: 30, tool_timeout_sec: 70 });
  await expectToServe(table as unknown as Start);
});

test("has a command for Claude Code that registers a working server", async () => {
  const command = blocks("sh").find((block) => block.startsWith("claude ")) ?? "";
  const folder = standIns();
  const words = execFileSync("bash", ["-c", command], {
    encoding: "utf8",
    env: { PATH: `${folder}:${process.env.PATH}`, FRONTDESK_KEY: firstKey },
  }).split("\n");
  expect(words.slice(0, 5)).toEqual(["mcp", "add", "frontdesk", "-e", `FRONTDESK_KEY=${firstKey}`]);
  const [program = "", ...args] = words.slice(words.indexOf("--") + 1).filter(Boolean);
  await expectToServe({ command: program, args, env: { FRONTDESK_KEY: firstKey } });
});

test("has a URL and a header for clients without installation, and a server that responds", async () => {
  const desk = await openDesk();
  const snippets = blocks("json").map((text) => JSON.parse(text).mcpServers?.frontdesk ?? {});
  const { url, headers } = snippets.find((snippet) => snippet.url);
  const command = blocks("sh").find((block) => block.includes("--transport http")) ?? "";
  expect(command).toContain(` ${url} `);
  expect(headers).toEqual({ Authorization: "Bearer svcagt_…" });
  const requestInit = { headers: { Authorization: headers.Authorization.replace("svcagt_…", firstKey) } };
  const client = new Client({ name: "snippet", version: "1.0.0" });
  const address = new URL(url.replace("http://localhost:8787", desk.url));
  await client.connect(new StreamableHTTPClientTransport(address, { requestInit }));
  expect((await client.listTools()).tools).toHaveLength(19);
  await client.close();
  await desk.close();
});

async function expectToServe({ command, args, env = {} }: Start): Promise<void> {
  const folder = standIns();
  expect(Object.keys(env)).toEqual(["FRONTDESK_KEY"]);
  const client = new Client({ name: "snippet", version: "1.0.0" });
  await client.connect(
    new StdioClientTransport({
      command: join(folder, command),
      args,
      env: { FRONTDESK_URL: "http://127.0.0.1:9", FRONTDESK_KEY: firstKey, PATH: `${folder}:${process.env.PATH}` },
    }),
  );
  expect((await client.listTools()).tools).toHaveLength(19);
  await client.close();
}

/** Commands that a reader has: `npx` with this package, Windows' `cmd`, and a `claude` that says what it was told. */
function standIns(): string {
  const folder = temporaryFolder("snippets");
  const scripts = {
    npx: `[ "$1 $2" = "-y http://localhost:8787/downloads/frontdesk-mcp.tgz" ] || exit 9\nshift 2\nexec "${process.execPath}" "${bundle}" "$@"`,
    cmd: '[ "$1" = "/c" ] || exit 9\nshift\nexec "$@"',
    claude: 'printf "%s\\n" "$@"',
  };
  for (const [name, script] of Object.entries(scripts)) {
    writeFileSync(join(folder, name), `#!/bin/sh\n${script}\n`);
    chmodSync(join(folder, name), 0o755);
  }
  return folder;
}

/** The part of TOML that the page uses: tables, and values that read as JSON or as one inline table. */
function parseToml(text: string): Record<string, Record<string, unknown>> {
  const tables: Record<string, Record<string, unknown>> = {};
  let table: Record<string, unknown> = {};
  for (const line of text.split("\n").filter((each) => each.trim() !== "")) {
    const name = /^\[([\w.]+)\]$/.exec(line)?.[1];
    if (name) tables[name] = table = {};
    else {
      const [, key = "", value = ""] = /^(\w+) = (.+)$/.exec(line) ?? [];
      table[key] = JSON.parse(value.replace(/([{,] *)(\w+) = /g, '$1"$2": '));
    }
  }
  return tables;
}
