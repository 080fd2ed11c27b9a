import { collectOnce } from "@frontdesk/test-kit";
import { Client, type ClientOptions, StreamableHTTPClientTransport } from "@modelcontextprotocol/client";
import { Client as OldClient } from "@modelcontextprotocol/sdk/client/index.js";
import { StreamableHTTPClientTransport as OldHttp } from "@modelcontextprotocol/sdk/client/streamableHttp.js";
import { afterAll, beforeAll, expect, onTestFinished, test } from "vitest";
import { callTool, type Desk, firstKey, openDesk } from "./desk.ts";

let desk: Desk;
beforeAll(async () => {
  desk = await openDesk();
});
afterAll(() => desk.close());

async function connect(mode: "legacy" | "auto" = "auto", key = firstKey, url = desk.url): Promise<Client> {
  const options: ClientOptions = { versionNegotiation: { mode } };
  const client = new Client({ name: "test", version: "1.0.0" }, options);
  const requestInit = { headers: { authorization: `Bearer ${key}` } };
  await client.connect(new StreamableHTTPClientTransport(new URL("/mcp", url), { requestInit }));
  onTestFinished(() => client.close());
  return client;
}

const names = async (client: Client) => (await client.listTools()).tools.map(({ name }) => name);

test.each(["legacy", "auto"] as const)(
  "leads a client of the %s protocol from a new mailbox to its code",
  async (mode) => {
    const client = await connect(mode);
    const { mailbox, address, cursor } = (await callTool(client, "mailbox_register", { name: `served-${mode}` })).facts;
    expect(address).toBe(`served-${mode}@desk.example.com`);
    const waiting = callTool(client, "mail_wait_code", { mailbox, after: cursor });
    await expect.poll(() => desk.server.services.mail.pending()).toBe(1);
    await desk.mail(mailbox, { body: "Your verification code is 482913." });
    expect((await waiting).facts).toMatchObject({ status: "found", code: "482913" });
    // Nothing is kept: the next call, too, goes by what the answers handed on.
    await desk.mail(mailbox, { body: "Your verification code is 482914." });
    const { facts } = await callTool(client, "mail_wait_code", { mailbox, after: (await waiting).facts.cursor });
    expect(facts.code).toBe("482914");
    await callTool(client, "mailbox_delete", { mailbox });
  },
);

test("serves a client of the first SDK", async () => {
  const client = new OldClient({ name: "test", version: "1.0.0" });
  const requestInit = { headers: { authorization: `Bearer ${firstKey}` } };
  // The two SDKs' transports differ in what may be undefined, which this client does not look at.
  await client.connect(new OldHttp(new URL("/mcp", desk.url), { requestInit }) as never);
  const { structuredContent } = await client.callTool({ name: "account_whoami", arguments: {} });
  expect(structuredContent).toMatchObject({ account: "default", scopes: "all" });
  await client.close();
});

test("requires an agent key, like the API, and only allows POST", async () => {
  const headers = { "content-type": "application/json", accept: "application/json, text/event-stream" };
  const post = (authorization: Record<string, string>) =>
    fetch(`${desk.url}/mcp`, { method: "POST", headers: { ...headers, ...authorization }, body: "{}" });
  for (const authorization of [{}, { authorization: "Bearer svcagt_wrongwrongwrongwrongwrong" }]) {
    const answer = await post(authorization);
    expect([answer.status, answer.headers.get("www-authenticate")]).toEqual([
      401,
      expect.stringMatching(/^Bearer resource_metadata="/),
    ]);
    expect(await answer.json()).toMatchObject({ code: "unauthenticated" });
  }
  for (const method of ["GET", "DELETE"]) {
    const answer = await fetch(`${desk.url}/mcp`, { method, headers: { authorization: `Bearer ${firstKey}` } });
    expect([answer.status, answer.headers.get("allow")]).toEqual([405, "POST, OPTIONS"]);
  }
  const preflight = await fetch(`${desk.url}/mcp`, { method: "OPTIONS" });
  expect(preflight.headers.get("access-control-allow-headers")).toContain("mcp-protocol-version");
  const large = await fetch(`${desk.url}/mcp`, {
    method: "POST",
    headers: { ...headers, authorization: `Bearer ${firstKey}` },
    body: JSON.stringify("x".repeat(2 ** 21)),
  });
  expect(large.status).toBe(413);
});

test("shows each request's key the tools it may use now, and prevents caching", async () => {
  const made = await fetch(`${desk.url}/svc-api/agent-tokens/create`, {
    method: "POST",
    headers: { authorization: `Bearer ${firstKey}`, "content-type": "application/json" },
    body: JSON.stringify({ name: "narrow", scopes: "mailbox:read" }),
  });
  const { id, token } = ((await made.json()) as { agent_token: { id: string; token: string } }).agent_token;
  const client = await connect("auto", token);
  const listed = await client.listTools();
  expect(listed.tools.map(({ name }) => name)).toEqual([
    "account_whoami",
    "mailbox_list",
    "mail_wait_code",
    "mail_list",
    "mail_read",
  ]);
  expect(listed.cacheScope ?? "private").toBe("private");
  expect((await callTool(client, "mailbox_register", {})).facts).toMatchObject({ requiredScope: "mailbox:create" });
  await fetch(`${desk.url}/svc-api/agent-tokens/${id}`, {
    method: "PUT",
    headers: { authorization: `Bearer ${firstKey}`, "content-type": "application/json" },
    body: JSON.stringify({ scopes: "mailbox:read,mailbox:create" }),
  });
  expect((await callTool(client, "mailbox_register", { name: "granted" })).facts.mailbox).toBe("granted");
  expect(await names(await connect("auto", token))).toContain("mailbox_register");
});

test("opens no tunnel and writes no file, and says where to do that", async () => {
  const client = await connect();
  const listed = await names(client);
  for (const name of ["tunnel_start", "tunnel_stop", "key_create"]) expect(listed).not.toContain(name);
  await expect(callTool(client, "tunnel_start", { port: 22, subdomain: "x" })).rejects.toThrow(/machine of its port/);
  const { facts } = await callTool(client, "sms_inbox_register", {});
  expect(facts).toMatchObject({ smsInbox: expect.any(String), note: expect.stringContaining("connect a phone") });
  expect((await callTool(client, "account_whoami", {})).facts.hidden).toContainEqual(
    expect.stringMatching(/^tunnel_start, tunnel_stop: a tunnel runs/),
  );
});

test.each([
  ["legacy", "an abort"],
  ["auto", "an abort"],
  ["legacy", "its going"],
  ["auto", "its going"],
] as const)("ends a pending wait of a client of the %s protocol after %s", async (mode, how) => {
  const client = await connect(mode);
  const mailbox = `left-${mode}-${how.length}`;
  await callTool(client, "mailbox_register", { name: mailbox });
  const stop = new AbortController();
  const waiting = callTool(client, "mail_wait_code", { mailbox }, { signal: stop.signal }).catch(() => null);
  await expect.poll(() => desk.server.services.mail.pending()).toBe(1);
  await collectOnce();
  if (how === "an abort") stop.abort();
  else await client.close();
  await expect.poll(() => desk.server.services.mail.pending()).toBe(0);
  await waiting;
});

test("answers a pending wait at once when the server stops", async () => {
  const other = await openDesk({ drain: 5000 });
  const client = await connect("auto", firstKey, other.url);
  await callTool(client, "mailbox_register", { name: "stopped" });
  const waiting = callTool(client, "mail_wait_code", { mailbox: "stopped" });
  await expect.poll(() => other.server.services.mail.pending()).toBe(1);
  const closing = other.close();
  expect((await waiting).facts).toMatchObject({ code: "service_down", message: expect.stringContaining("restarting") });
  await closing;
});
