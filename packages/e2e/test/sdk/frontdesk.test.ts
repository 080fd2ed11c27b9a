import * as sdk from "@frontdesk/sdk";
import { beforeEach, describe, expect, it } from "vitest";
import { baseUrl, type Desk, openDesk } from "./harness.ts";

let desk: Desk;
beforeEach(async () => {
  desk = await openDesk();
});

describe("createFrontdesk", () => {
  it("manages mailboxes", async () => {
    const { mailboxes } = desk.frontdesk;
    const box = await mailboxes.register();
    expect(box.address).toMatch(/^box-[0-9a-f-]+@desk\.example\.com$/);
    expect(await mailboxes.list()).toMatchObject({ used: 1, limit: 5, mailboxes: [{ id: box.id }] });
    const opened = await mailboxes.open(box.address ?? "");
    expect(opened.key).toBe(box.key);
    await expect(mailboxes.open("nothing")).rejects.toMatchObject({ code: "not_found" });
    await mailboxes.delete(opened);
    expect((await mailboxes.list()).used).toBe(0);
  });

  it("manages SMS inboxes, pushes and waits", async () => {
    const inbox = await desk.frontdesk.smsInboxes.register();
    const sms = { phone: "5550123456", sender: "SHOP", body: "903114 is your sign-in code." };
    const { code } = await inbox.expectCode(() => inbox.push(sms));
    expect(code).toBe("903114");
    expect((await inbox.recent()).phones).toMatchObject([{ phone: "5550123456" }]);
    const [first] = (await inbox.recent()).messages;
    expect((await inbox.message(first?.id ?? "")).body).toBe(sms.body);
    const rotated = await desk.frontdesk.smsInboxes.rotate(inbox);
    await expect(inbox.recent()).rejects.toMatchObject({ code: "unauthenticated" });
    await desk.frontdesk.smsInboxes.delete(rotated);
    expect((await desk.frontdesk.smsInboxes.list()).used).toBe(0);
  });

  it("skips messages that a phone delivers late, and those to another number", async () => {
    const inbox = await desk.frontdesk.smsInboxes.register();
    const text = (phone: string, code: string, received_at = new Date().toISOString()) =>
      inbox.push({ phone, sender: "SHOP", body: `Your code is ${code}.`, received_at });
    await text("5550123456", "111222", new Date(Date.now() - 3_600_000).toISOString());
    const late = await inbox.waitForCode({ timeout: 20 }).catch((error: unknown) => error);
    expect(late).toMatchObject({ reason: "filtered_out" });
    await text("5550123456", "333444");
    await text("5550999999", "555666");
    expect((await inbox.waitForCode({ phone: "+1 555-012-3456" })).code).toBe("333444");
    expect((await inbox.waitForCode({ after: "seen:", maxAge: Number.POSITIVE_INFINITY, pick: "first" })).code).toBe(
      "111222",
    );
    const opened = sdk.openSmsInbox({ baseUrl, key: inbox.key, fetch: desk.fetch });
    expect((await opened.recent()).messages).toHaveLength(3);
  });

  it("manages subdomains", async () => {
    const { subdomains } = desk.frontdesk;
    const demo = await subdomains.register("demo");
    expect(demo.url).toContain("demo.tunnel.localhost");
    expect((await subdomains.rotate(demo.id)).token).not.toBe(demo.token);
    expect(await subdomains.list()).toHaveLength(1);
    await subdomains.delete(demo.id);
    expect(await subdomains.list()).toEqual([]);
  });

  it("manages agent keys and reports what a key may do", async () => {
    const { agentKeys, account } = desk.frontdesk;
    const key = await agentKeys.create("ci", { scopes: ["mailbox:read"], expiry: new Date(Date.now() + 60_000) });
    expect(key.token).toMatch(/^svcagt_/);
    expect(await agentKeys.list()).toMatchObject([{ name: "ci", scopes: "mailbox:read" }]);
    expect(await agentKeys.update(key.id, { expiry: null })).toMatchObject({ expiry: null, scopes: "mailbox:read" });
    await agentKeys.delete(key.id);
    expect((await account()).account.usage).toEqual({
      subdomains: 0,
      mailboxes: 0,
      sms_tokens: 0,
      agent_keys: 1,
      webhooks: 0,
      authenticators: 0,
    });
  });
});

describe("the package", () => {
  it("exports these names and no others", () => {
    expect(Object.keys(sdk).sort()).toEqual([
      "AlreadyTakenError",
      "FrontdeskError",
      "InternalError",
      "InvalidRequestError",
      "LimitReachedError",
      "Mailbox",
      "MailboxAlias",
      "MethodNotAllowedError",
      "MissingScopeError",
      "NotFoundError",
      "OwnKeyError",
      "PayloadTooLargeError",
      "RateLimitedError",
      "SmsInbox",
      "TokenFullError",
      "UnauthenticatedError",
      "UnavailableError",
      "UnexpectedMessageError",
      "UnreachableError",
      "UnsupportedMediaTypeError",
      "VipRequiredError",
      "WaitTimeoutError",
      "createClient",
      "createFrontdesk",
      "openMailbox",
      "openSmsInbox",
      "unwrap",
    ]);
  });

  it("imports no Node module, so it runs wherever fetch exists", async () => {
    const { build } = await import("esbuild");
    const entry = new URL("../../../sdk/src/index.ts", import.meta.url).pathname;
    const result = await build({
      entryPoints: [entry],
      bundle: true,
      write: false,
      platform: "browser",
      format: "esm",
      metafile: true,
    });
    expect(Object.keys(result.metafile.inputs).filter((path) => path.startsWith("node:"))).toEqual([]);
    expect(result.outputFiles[0]?.text).not.toMatch(/["']node:/);
  });
});
