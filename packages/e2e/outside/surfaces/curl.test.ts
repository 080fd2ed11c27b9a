import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { afterAll, beforeAll, expect, test } from "vitest";
import { type Desk, openDesk } from "../support/desk.ts";
import { curl, curlJson, oathtoolCodes, otpauthUri, toMail } from "./scene.ts";

const json = ["-H", "Content-Type: application/json"];
let desk: Desk;
let api: string;
beforeAll(async () => {
  desk = await openDesk();
  api = `${desk.url}/svc-api`;
});
afterAll(() => desk[Symbol.asyncDispose]());

test("an authenticator's code is that of oathtool, and its secret is in no response", async () => {
  const body = JSON.stringify({ name: "anna", uri: otpauthUri });
  const registered = await curlJson(desk.key, `${api}/authenticators/register`, ...json, "-d", body);
  const { id } = registered.authenticator;
  const { code, valid_for } = await curlJson(desk.key, `${api}/authenticators/${id}/code`);
  expect(await oathtoolCodes()).toContain(code);
  expect(valid_for).toBeLessThanOrEqual(30);
  expect(JSON.stringify([registered, await curlJson(desk.key, `${api}/authenticators/list`)])).not.toContain("JBSWY");
});

test("a mail pushed over HTTP ends a long poll, for aliases of both styles", async () => {
  const mailbox = await desk.register("pushed");
  for (const [style, code] of [
    ["plus", "482913"],
    ["subdomain", "730418"],
  ] as const) {
    const { address } = mailbox.alias({ style });
    const to = encodeURIComponent(address);
    const waiting = curlJson(mailbox.key, `${api}/mail/recent?wait=30&after=${await mailbox.currentCursor()}&to=${to}`);
    const mail = ["-H", "Content-Type: message/rfc822", "--data-binary", toMail(code)];
    const { stored } = await curlJson(desk.key, `${api}/mail/push?to=${to}`, ...mail);
    expect(stored).toBe(1);
    expect((await waiting).emails).toMatchObject([{ recipient: address, codes: [{ value: code }] }]);
  }
});

test("the request of the iPhone automation is an SMS", async () => {
  const inbox = await desk.frontdesk.smsInboxes.register();
  const { apps } = await curlJson(desk.key, `${api}/sms/${inbox.id}/setup?phone=5550123456`);
  const [shortcuts] = apps.filter(({ platform }: { platform: string }) => platform === "ios");
  const [url = ""] = /https?:\S+push/.exec(shortcuts.lines.join("\n")) ?? [];
  const [header = ""] = /Authorization: Bearer \S+/.exec(shortcuts.lines.join("\n")) ?? [];
  const fields = JSON.stringify({ sender: "Bank", phone: "5550123456", body: "903114 is your code" });
  await curl(...json, "-H", header, "-d", fields, url);
  const { messages } = await curlJson(inbox.key, `${api}/sms/recent?n=1&full=true`);
  expect(messages).toMatchObject([{ sender: "Bank", codes: [{ value: "903114" }] }]);
});

test("a webhook that curl sends through a tunnel resolves expectRequest, byte for byte", async () => {
  const received: string[] = [];
  const app = createServer(async (request, response) => {
    for await (const chunk of request) received.push(chunk.toString("hex"));
    response.writeHead(204).end();
  }).listen(0, "127.0.0.1");
  await new Promise((resolve) => app.once("listening", resolve));
  const subdomain = await desk.frontdesk.subdomains.register("hooks");
  await using tunnel = await subdomain.openTunnel({ port: (app.address() as AddressInfo).port, baseUrl: desk.url });
  const { host } = new URL(tunnel.url);
  const send = () => curl("-H", `Host: ${host}`, "--data-binary", "paid=A-4711", `${desk.url}/hooks/paid`);
  const webhook = await tunnel.expectRequest(send, { method: "POST", path: "/hooks/paid" });
  expect(webhook.text()).toBe("paid=A-4711");
  expect(received.join("")).toBe(Buffer.from("paid=A-4711").toString("hex"));
  app.close();
});
