import { readFileSync } from "node:fs";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { afterAll, beforeAll, expect, test } from "vitest";
import { type Desk, openDesk, openSession } from "./desk.ts";

// Refusals whose plain reading would lead astray.
let desk: Desk;
beforeAll(async () => {
  desk = await openDesk();
});
afterAll(() => desk.close());

const everything = { args: ["--toolsets", "mail,sms,tunnel,requests,keys,maintenance,authenticators"] };

test("reports a cursor of another inbox", async () => {
  const session = await openSession(desk);
  await session.call("mailbox_register", { name: "marked" });
  const { facts } = await session.call("mail_wait_code", { mailbox: "marked", after: "nonsense" });
  expect(facts).toMatchObject({ code: "bad_argument", message: expect.stringContaining("`after`") });
  await session.close();
});

test("lists the existing scopes, and those that a key can grant", async () => {
  const owner = await openSession(desk, everything);
  const unknown = await owner.call("key_create", { name: "typo", scopes: "mailbox:reed" });
  expect(unknown.facts).toMatchObject({
    code: "bad_argument",
    message: expect.stringContaining("mailbox:read, mailbox:create"),
  });
  const { file } = (await owner.call("key_create", { name: "minter", scopes: "mailbox:read,token:write" })).facts;
  const key = { FRONTDESK_KEY: readFileSync(file, "utf8").trim() };
  const minter = await openSession(desk, { ...everything, env: key });
  const refused = await minter.call("key_create", { name: "more", scopes: "sms:read" });
  expect(refused.facts).toMatchObject({
    code: "scope_missing",
    message: expect.stringMatching(/^A key can grant only what it holds itself: mailbox:read,token:write, until 20/),
  });
  await owner.close();
  await minter.close();
});

test("does not report a tunnel of another process as stopped", async () => {
  const app = createServer((_request, response) => response.end("app"));
  await new Promise<void>((resolve) => app.listen(0, "127.0.0.1", resolve));
  const port = (app.address() as AddressInfo).port;
  const [one, other] = [await openSession(desk), await openSession(desk)];
  await one.call("subdomain_register", { name: "elsewhere" });
  await one.call("tunnel_start", { port, subdomain: "elsewhere" });
  expect((await other.call("tunnel_list")).facts.tunnels).toMatchObject([{ subdomain: "elsewhere", here: false }]);
  const refused = await other.call("tunnel_stop", { subdomain: "elsewhere" });
  expect(refused.facts).toMatchObject({ code: "not_found", message: expect.stringContaining("another process") });
  expect((await one.call("tunnel_stop", { subdomain: "elsewhere" })).facts.wasOpen).toBe(true);
  expect((await one.call("tunnel_stop", { subdomain: "elsewhere" })).facts.wasOpen).toBe(false);
  const unknown = await one.call("subdomain_delete", { subdomain: "nobody" });
  expect(unknown.text).toContain("Next: subdomain_list");
  await one.close();
  await other.close();
  app.close();
});
