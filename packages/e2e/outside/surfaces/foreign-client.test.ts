import { createServer, request } from "node:http";
import type { AddressInfo } from "node:net";
import { fileURLToPath } from "node:url";
import { Client } from "@modelcontextprotocol/sdk/client/index.js";
import { StdioClientTransport } from "@modelcontextprotocol/sdk/client/stdio.js";
import { afterAll, beforeAll, expect, test } from "vitest";
import { type Desk, openDesk } from "../support/desk.ts";
import { oathtoolCodes, otpauthUri, toMail } from "./scene.ts";

const command = fileURLToPath(new URL("../../../mcp/bin/frontdesk-mcp.js", import.meta.url));
const client = new Client({ name: "foreign", version: "1.0.0" });
let desk: Desk;

beforeAll(async () => {
  desk = await openDesk();
  const env = { PATH: process.env.PATH ?? "", FRONTDESK_URL: desk.url, FRONTDESK_KEY: desk.key };
  const toolsets = ["--toolsets", "mail,sms,tunnel,requests,authenticators,maintenance", "--allow-port", "1-65535"];
  await client.connect(
    new StdioClientTransport({ command: process.execPath, args: [command, ...toolsets], env, stderr: "ignore" }),
  );
});
afterAll(async () => {
  await client.close();
  await desk[Symbol.asyncDispose]();
});

/** Calls a tool; returns its text. */
async function call(name: string, args: Record<string, unknown>): Promise<string> {
  const { content, isError } = await client.callTool({ name, arguments: args });
  const text = (content as { text?: string }[]).map((part) => part.text ?? "").join("\n");
  expect(isError, text).not.toBe(true);
  return text;
}

test("gets the code of an authenticator", async () => {
  await call("authenticator_register", { name: "anna", uri: otpauthUri });
  const text = await call("authenticator_code", { authenticator: "anna" });
  expect(await oathtoolCodes()).toContain(JSON.parse(text).code);
});

test("waits for mail pushed over HTTP, to aliases of both styles", async () => {
  const mailbox = await desk.register("signup");
  for (const [style, code] of [
    ["plus", "482913"],
    ["subdomain", "730418"],
  ] as const) {
    const { address } = mailbox.alias({ style });
    const waiting = call("mail_wait_code", { mailbox: address, waitSeconds: 20 });
    const init = { params: { query: { to: [address] } }, body: toMail(code) };
    await desk.frontdesk.client.POST("/svc-api/mail/push", init);
    expect(await waiting).toContain(code);
  }
  expect(await call("mailbox_clear", { mailbox: "signup" })).toContain("signup@");
  expect(await mailbox.recent()).toEqual([]);
});

test("waits for an SMS", async () => {
  const inbox = await desk.frontdesk.smsInboxes.register();
  const waiting = call("sms_wait_code", { smsInbox: inbox.id, waitSeconds: 20 });
  await inbox.push({ messages: [{ phone: "5550123456", sender: "Bank", body: "903114 is your code" }] });
  expect(await waiting).toContain("903114");
});

test("waits for a webhook through a tunnel, whose body is inside the fence", async () => {
  const app = createServer((_request, response) => response.end("ok")).listen(0, "127.0.0.1");
  await new Promise((resolve) => app.once("listening", resolve));
  await call("subdomain_register", { name: "hooks" });
  await call("tunnel_start", { port: (app.address() as AddressInfo).port, subdomain: "hooks" });
  const waiting = call("tunnel_wait_request", { subdomain: "hooks", path: "/paid", waitSeconds: 20 });
  const headers = { host: "hooks.tunnel.localhost" };
  request(`${desk.url}/paid`, { method: "POST", headers }, (response) => response.resume()).end('{"order":"A-4711"}');
  expect(await waiting).toMatch(/<<outside (\w+)>>[\s\S]*\{"order":"A-4711"\}[\s\S]*<<end \1>>/);
  app.close();
});
