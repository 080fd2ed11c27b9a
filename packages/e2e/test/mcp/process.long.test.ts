import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { readFileSync, writeFileSync } from "node:fs";
import { createServer as createHttpServer } from "node:http";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import type { Client } from "@modelcontextprotocol/client";
import { Client as OldClient } from "@modelcontextprotocol/sdk/client/index.js";
import { StdioClientTransport as OldStdio } from "@modelcontextprotocol/sdk/client/stdio.js";
import { afterAll, beforeAll, expect, test } from "vitest";
import {
  bundle,
  callTool,
  type Desk,
  type Env,
  firstKey,
  openDesk,
  spawnHttp,
  spawnSession,
  toEnv,
  visit,
} from "./desk.ts";

let desk: Desk;
beforeAll(async () => {
  desk = await openDesk();
});
afterAll(() => desk.close());

function start(args: string[] = [], env: Env = toEnv(desk)) {
  const child = spawn(process.execPath, [bundle, ...args], { env: { ...env, PATH: process.env.PATH ?? "" } });
  const output = { stdout: "", stderr: "" };
  child.stdout.on("data", (chunk) => (output.stdout += chunk));
  child.stderr.on("data", (chunk) => (output.stderr += chunk));
  return { child, output, exited: once(child, "close").then(([code]) => code as number) };
}

const open = `{"jsonrpc":"2.0","id":1,"method":"initialize","params":{"protocolVersion":"2025-11-25","capabilities":{},"clientInfo":{"name":"t","version":"1"}}}\n{"jsonrpc":"2.0","method":"notifications/initialized"}\n`;
const callLine = (id: number, name: string, args: object) =>
  `${JSON.stringify({ jsonrpc: "2.0", id, method: "tools/call", params: { name, arguments: args } })}\n`;

async function answered(child: ChildProcess, output: { stdout: string }, id: number): Promise<void> {
  while (!output.stdout.includes(`"id":${id}`)) await once(child.stdout!, "data");
}

test.each([
  ["the end of stdin", null],
  ["SIGTERM", "SIGTERM"],
  ["SIGINT", "SIGINT"],
] as const)("exits after %s, even with a pending wait and an open tunnel", async (name, signal) => {
  const app = createHttpServer((_request, response) => response.end("app"));
  await new Promise<void>((resolve) => app.listen(0, "127.0.0.1", resolve));
  const label = `life-${name.toLowerCase().replace(/\W/g, "-")}`;
  const { child, output, exited } = start();
  child.stdin.write(
    open + callLine(2, "mailbox_register", { name: label }) + callLine(3, "subdomain_register", { name: label }),
  );
  await answered(child, output, 3);
  await answered(child, output, 2);
  child.stdin.write(callLine(4, "tunnel_start", { port: (app.address() as AddressInfo).port, subdomain: label }));
  await answered(child, output, 4);
  child.stdin.write(callLine(5, "mail_wait_code", { mailbox: label }) + callLine(6, "tunnel_list", {}));
  await answered(child, output, 6);
  if (signal) child.kill(signal);
  else child.stdin.end();
  const code = await exited;
  // Whoever waits for the code to come before it goes tells the client how that ended.
  expect(output.stdout).not.toContain('"id":5');
  while ((await visit(desk.url, `${label}.tunnel.localhost`)) === "app") await new Promise(setImmediate);
  expect(code).toBe(signal === null ? 0 : signal === "SIGTERM" ? 143 : 130);
  expect(
    output.stdout
      .trim()
      .split("\n")
      .every((line) => JSON.parse(line).jsonrpc === "2.0"),
  ).toBe(true);
  app.close();
});

test("rejects wrong flags on stderr only, with their own exit code", async () => {
  for (const args of [
    ["--nonsense"],
    ["--key", firstKey],
    ["--toolsets", "all"],
    ["--http", "x"],
    ["--url", "nowhere"],
  ]) {
    const { output, exited } = start(args);
    expect(await exited).toBe(2);
    expect(output.stdout).toBe("");
    expect(output.stderr).toContain(args[0]);
    expect(output.stderr).not.toContain(firstKey);
  }
});

test("checks key and server on demand", async () => {
  const good = start(["--check"]);
  expect(await good.exited).toBe(0);
  expect(good.output.stdout).toBe(`${desk.url} is up; account default, scopes all\n`);
  const wrong = start(["--check"], toEnv(desk, { FRONTDESK_KEY: "svcagt_wrongwrongwrongwrong" }));
  expect(await wrong.exited).toBe(1);
  expect(wrong.output.stderr).toContain("The server does not accept the key.");
  const broken = start(["--check"], toEnv(desk, { FRONTDESK_KEY: "svcagt_Secret1 svcagt_Secret2" }));
  expect(await broken.exited).toBe(2);
  expect(broken.output.stderr).toContain("contains a character that no key has");
  const lost = start(["--check"], toEnv({ url: "http://127.0.0.1:9" }));
  expect(await lost.exited).toBe(4);
  expect(lost.output.stderr).toContain("http://127.0.0.1:9 did not respond.");
  const proxy = createHttpServer((_request, response) => void response.writeHead(503).end("Back soon")).listen(0);
  await once(proxy, "listening");
  const busy = start(["--check"], toEnv({ url: `http://127.0.0.1:${(proxy.address() as AddressInfo).port}` }));
  expect(await busy.exited).toBe(1);
  expect(busy.output.stderr).toContain("responded with status 503");
  proxy.removeAllListeners("request").on("request", (_request, response) => void response.writeHead(403).end("No"));
  const barred = start(["--check"], toEnv({ url: `http://127.0.0.1:${(proxy.address() as AddressInfo).port}` }));
  expect(await barred.exited).toBe(1);
  expect(barred.output.stderr).toContain("responded with status 403");
  proxy.close();
  for (const { output } of [good, wrong, broken, lost, busy])
    expect(output.stdout + output.stderr).not.toMatch(/svcagt_\w/);
});

test("reads the key from a file", async () => {
  const path = join(desk.folder, "key");
  writeFileSync(path, `${firstKey}\n`, { mode: 0o600 });
  const { exited } = start(["--check", "--key-file", path], { ...toEnv(desk), FRONTDESK_KEY: "" });
  expect(await exited).toBe(0);
});

test("tells the agent that the example key in the documentation is not a key", async () => {
  const { child, output, exited } = start([], toEnv(desk, { FRONTDESK_KEY: "svcagt_…" }));
  child.stdin.write(open + callLine(2, "account_whoami", {}));
  await answered(child, output, 2);
  child.stdin.end();
  await exited;
  expect(output.stdout).toContain("FRONTDESK_KEY contains a character that no key has.");
  expect(output.stdout).toContain("Code: key_invalid.");
});

test("exits silently if nobody reads its output", async () => {
  const { child, output, exited } = start(["--print-tools"], {});
  child.stdout.destroy();
  expect(await exited).toBe(0);
  expect(output.stderr).toBe("");
});

test("prints the tools without a server or a key", async () => {
  const { output, exited } = start(["--print-tools"], {});
  expect(await exited).toBe(0);
  expect(JSON.parse(output.stdout)).toHaveLength(19);
});

test("serves clients of both protocol versions and of the earlier SDK", async () => {
  const requests = [
    { name: "account_whoami", arguments: {} },
    { name: "mailbox_list", arguments: {} },
    { name: "mailbox_register", arguments: { name: "Not A Name" } },
    { name: "tunnel_start", arguments: { port: 9, subdomain: "nobody" } },
  ];
  const seen: unknown[] = [];
  for (const mode of ["legacy", "auto"] as const) {
    const { client } = await spawnSession(desk, {}, { versionNegotiation: { mode } });
    seen.push(await play(client));
    await client.close();
  }
  const old = new OldClient({ name: "old", version: "1.0.0" });
  await old.connect(
    new OldStdio({ command: process.execPath, args: [bundle], env: { ...toEnv(desk), PATH: process.env.PATH ?? "" } }),
  );
  seen.push(await play(old));
  await old.close();
  expect(seen[0]).toMatchObject({
    tools: { length: 19 },
    results: [{ structuredContent: { scopes: "all" } }, {}, {}, {}],
  });
  expect(seen[1]).toEqual(seen[0]);
  expect(seen[2]).toEqual(seen[0]);

  async function play(client: Pick<Client | OldClient, "listTools" | "callTool">) {
    const { tools } = await client.listTools();
    const results = [];
    for (const request of requests) {
      const { content, structuredContent, isError } = await client.callTool(request);
      results.push({ content, structuredContent, isError });
    }
    // A second later everything is a second older.
    const shown = JSON.stringify({ tools, results }).replace(/\d+ (?:s|min)\b/g, "<age>");
    return JSON.parse(shown) as { tools: unknown[]; results: unknown[] };
  }
});

test("serves HTTP on loopback with the bearer token, in both protocol versions", async () => {
  const http = await spawnHttp(desk);
  const { url, token } = http;
  expect(http.stderr()).not.toContain(token);
  for (const mode of ["legacy", "auto"] as const) {
    const client = await http.connect({ versionNegotiation: { mode } });
    expect((await client.listTools()).tools).toHaveLength(19);
    expect((await callTool(client, "account_whoami", {})).facts.scopes).toBe("all");
    await client.close();
  }
  const post = (headers: Record<string, string>) => fetch(url, { method: "POST", headers, body: "{}" });
  expect((await post({})).status).toBe(401);
  expect((await post({ authorization: "Bearer wrong" })).status).toBe(401);
  expect((await post({ authorization: `Bearer ${token}`, origin: "https://evil.test" })).status).toBe(403);
  expect(await http.stop()).toBe(143);
});

test("never shows a secret, in a session that creates every kind", async () => {
  const session = await spawnSession(desk, {
    args: ["--toolsets", "mail,sms,tunnel,requests,keys,maintenance,authenticators"],
  });
  const seen: unknown[] = [];
  const call = async (name: string, args: object = {}) => {
    const answer = await session.call(name, { ...args });
    seen.push(answer);
    return answer.facts;
  };
  await call("account_whoami");
  await call("mailbox_register", { name: "canary" });
  await call("mailbox_list");
  const sms = await call("sms_inbox_register");
  await call("sms_inbox_list");
  await call("subdomain_register", { name: "canary" });
  await call("subdomain_list");
  await call("tunnel_start", { port: 9, subdomain: "canary" });
  const key = await call("key_create", { name: "narrow", scopes: "mailbox:read" });
  await call("key_list");
  await call("mail_wait_code", { mailbox: "canary", waitSeconds: 1 });
  const files = [sms.keyFile, key.file].map((path) => readFileSync(path, "utf8").trim());
  expect(files).toEqual([expect.stringMatching(/^svcsms_/), expect.stringMatching(/^svcagt_/)]);
  await call("key_revoke", { keyId: key.keyId });
  await call("sms_inbox_delete", { smsInbox: sms.smsInbox });
  await session.close();
  expect(`${JSON.stringify(seen)}${session.stderr.join("")}`).not.toMatch(/svc(?:agt|m|sms)?_[A-Za-z0-9]{8}/);
});
