import { chmodSync, writeFileSync } from "node:fs";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import { Client, InMemoryTransport } from "@modelcontextprotocol/client";
import { afterAll, beforeAll, expect, test } from "vitest";
import { buildServer } from "../../../mcp/src/serve/build-server.ts";
import { createHttpHandler } from "../../../mcp/src/serve/http.ts";
import { createState } from "../../../mcp/src/state/state.ts";
import { readSettings } from "../../../mcp/test/read-settings.ts";
import { callTool, type Desk, openDesk, openSession, type Session, toEnv } from "./desk.ts";
import { temporaryFolder } from "./temporary.ts";

let desk: Desk;
let session: Session;
beforeAll(async () => {
  desk = await openDesk();
  session = await openSession(desk);
});
afterAll(async () => {
  await session.close();
  await desk.close();
});

test("accepts null, undefined, numbers as strings, and every way to name a mailbox", async () => {
  await session.call("mailbox_register", { name: "named" });
  for (const mailbox of [
    "NAMED",
    "named@desk.example.com",
    "named+tag@desk.example.com",
    "tag@named.desk.example.com",
    "Me <named@desk.example.com>",
  ])
    expect((await session.call("mail_list", { mailbox, limit: "3" })).isError, mailbox).toBe(false);
  const nothing = await session.call("mail_wait_code", { mailbox: "named", waitSeconds: "1", after: null, from: "" });
  expect(nothing.facts.status).toBe("pending");
  expect((await session.call("mailbox_register", { name: null })).facts.mailbox).toMatch(/^box-/);
  expect((await session.call("mail_list", { mailbox: "" })).text).toContain("`mailbox` is missing");
});

test.each(["plussed+tag@desk.example.com", "tag@plussed.desk.example.com"])(
  "waits for the mail of the alias %s alone",
  async (alias) => {
    await session.call("mailbox_register", { name: "plussed" });
    const to = (address: string, code: string) => desk.mail("plussed", { body: `Your code is ${code}.` }, address);
    await to(alias, "482913");
    await to("plussed@desk.example.com", "111222");
    expect((await session.call("mail_wait_code", { mailbox: alias, waitSeconds: 5 })).text).toContain("482913");
    await session.call("mailbox_delete", { mailbox: "plussed" });
  },
);

test.each([
  ["mail_list", {}, "Next: mailbox_list (for mailbox)."],
  ["mail_read", { mailbox: "named" }, "Next: mail_list (for messageId)."],
  ["sms_read", {}, "Next: sms_inbox_list (for smsInbox and messageId)."],
  ["tunnel_start", { port: 3000, subdomain: "" }, "Next: subdomain_list (for subdomain)."],
  ["mail_list", { box: "named" }, "Next: mail_list (with mailbox, limit)."],
])("leads from %s %j to what it lacks", async (name, args, next) => {
  expect((await session.call(name, args)).text).toContain(next);
});

test("accepts a tunnel's URL as its subdomain", async () => {
  const { url, id } = (await session.call("subdomain_register", { name: "addressed" })).facts;
  for (const subdomain of [url, `${url}/path?x=1`, new URL(url).host, new URL(url).hostname, "Addressed", id])
    expect((await session.call("tunnel_stop", { subdomain })).facts, subdomain).toMatchObject({ wasOpen: false });
});

test.each([
  ["mailbox_wait_code", "mail_wait_code"],
  ["create_mailbox", "mailbox_register"],
  ["sms_wait", "sms_wait_code"],
  ["tunel_start", "tunnel_start"],
  ["mailboxlist", "mailbox_list"],
])("suggests the nearest tool for %s", async (wrong, right) => {
  await expect(session.call(wrong)).rejects.toThrow(`The nearest is ${right}.`);
});

test.each([
  ["wait_code", "mail_wait_code and sms_wait_code"],
  ["get_verification_code", "mail_wait_code and sms_wait_code"],
  ["read_message", "mail_read and sms_read"],
])("suggests the nearest tool of each channel for %s, which names none", async (wrong, right) => {
  await expect(session.call(wrong)).rejects.toThrow(`The nearest are ${right}.`);
});

test("accepts the API's URL as the server's, and names URL and variable if nothing responds there", async () => {
  const env = { FRONTDESK_URL: `${desk.url}/svc-api/` };
  const there = await openSession(desk, { env });
  expect((await there.call("account_whoami")).facts.account).toBe("default");
  await there.close();
  const lost = await openSession({ url: "http://127.0.0.1:9" });
  expect((await lost.call("mailbox_list")).text).toContain("http://127.0.0.1:9 (set by FRONTDESK_URL)");
  await lost.close();
});

test("reports an unwritable folder, and leaves no inbox behind", async () => {
  const folder = temporaryFolder("unwritable");
  const file = join(folder, "file");
  writeFileSync(file, "");
  const hindered = await openSession({ ...desk, folder: join(file, "inside") });
  const { facts } = await hindered.call("sms_inbox_register");
  expect(facts).toMatchObject({ code: "not_writable", message: expect.stringContaining(`the folder ${file}`) });
  expect((await hindered.call("sms_inbox_list")).facts.smsInboxes).toEqual([]);
  await hindered.close();
});

test("rejects a prompt without its arguments as the protocol requires", async () => {
  await expect(session.client.getPrompt({ name: "expose_port" })).rejects.toMatchObject({ code: -32602 });
});

test("creates the file with the bearer token if there is none, and reports an empty one", async () => {
  const file = join(temporaryFolder("token"), "deep", "bearer");
  const open = () => {
    const settings = readSettings(["--http-token-file", file], toEnv(desk));
    return createHttpHandler(createState(settings), () => {});
  };
  await (await open()).close();
  await (await open()).close();
  chmodSync(file, 0o600);
  writeFileSync(file, "\n");
  await expect(open()).rejects.toThrow(`${file}, is empty`);
});

test.each([
  ["yes", { action: "accept" as const, content: { allow: true } }],
  ["no", { action: "accept" as const, content: { allow: false } }],
  ["nothing", { action: "decline" as const }],
])("asks the person before it exposes a port, who says %s", async (said, result) => {
  const app = createServer((_request, response) => response.end("app"));
  await new Promise<void>((resolve) => app.listen(0, "127.0.0.1", resolve));
  const { port } = app.address() as AddressInfo;
  const settings = readSettings([], toEnv(desk, { FRONTDESK_MCP_ALLOW_PORT: "" }));
  const state = createState(settings);
  const server = buildServer(state, () => {});
  const [near, far] = InMemoryTransport.createLinkedPair();
  const client = new Client({ name: "test", version: "1.0.0" }, { capabilities: { elicitation: {} } });
  const questions: string[] = [];
  client.setRequestHandler("elicitation/create", async ({ params }) => {
    questions.push(params.message);
    return result;
  });
  await Promise.all([server.connect(far), client.connect(near)]);
  const subdomain = `asked-${said}`;
  await callTool(client, "subdomain_register", { name: subdomain });
  const { facts } = await callTool(client, "tunnel_start", { port, subdomain });
  expect(questions).toEqual([expect.stringContaining(`local port ${port}`)]);
  if (said === "yes") {
    expect(facts.port).toBe(port);
    await callTool(client, "tunnel_stop", { subdomain });
    expect((await callTool(client, "tunnel_start", { port, subdomain })).facts.port).toBe(port);
    expect(questions).toHaveLength(1);
  } else expect(facts.code).toBe("port_not_allowed");
  await client.close();
  await state.close();
  app.close();
});

test("opens only allowed ports if nobody can be asked, and names the flag", async () => {
  const careful = await openSession(desk, { env: { FRONTDESK_MCP_ALLOW_PORT: "3000,8000-8010" } });
  await careful.call("subdomain_register", { name: "careful" });
  const refused = await careful.call("tunnel_start", { port: 22, subdomain: "careful" });
  expect(refused.facts).toMatchObject({
    code: "port_not_allowed",
    message: expect.stringContaining("--allow-port 22"),
  });
  expect((await careful.call("tunnel_start", { port: 8005, subdomain: "careful" })).facts.code).toBe("port_closed");
  await careful.close();
});
