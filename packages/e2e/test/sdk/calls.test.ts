import { type AccountMailbox, createFrontdesk, openMailbox } from "@frontdesk/sdk";
import { beforeEach, describe, expect, it, onTestFinished } from "vitest";
import { agentKey, baseUrl, type Desk, openDesk } from "./harness.ts";

let desk: Desk;
let mailbox: AccountMailbox;
const send = (to: string, code: string) =>
  desk.mail("signup", { subject: "Your code", body: `Your code is ${code}.` }, to);

beforeEach(async () => {
  desk = await openDesk();
  mailbox = await desk.frontdesk.mailboxes.register("signup");
});

describe("mailboxes", () => {
  it("are opened or else registered by one call, and deleted by name", async () => {
    const { mailboxes } = desk.frontdesk;
    const made = await mailboxes.openOrRegister("once");
    expect((await mailboxes.openOrRegister("ONCE")).id).toBe(made.id);
    const many = await Promise.all(Array.from({ length: 5 }, () => mailboxes.openOrRegister("raced")));
    expect(new Set(many.map(({ id }) => id)).size).toBe(1);
    await mailboxes.delete("once");
    await mailboxes.delete(many[0]!);
    expect((await mailboxes.list()).used).toBe(1);
  });

  it("are cleared, and waits continue", async () => {
    await send(mailbox.address, "111111");
    await desk.frontdesk.mailboxes.clear(mailbox);
    expect(await mailbox.recent()).toEqual([]);
    await send(mailbox.address, "222222");
    expect((await mailbox.waitForCode()).code).toBe("222222");
  });

  it("are deleted at the end of their block with `await using`", async () => {
    const box = await desk.frontdesk.mailboxes.register();
    await box[Symbol.asyncDispose]();
    await box[Symbol.asyncDispose]();
    expect((await desk.frontdesk.mailboxes.list()).used).toBe(1);
  });
});

describe("a server that does not respond", () => {
  it("is reported by calls and by waits, in time", async () => {
    const fetch = () => Promise.reject(new TypeError("fetch failed"));
    const lost = createFrontdesk({ baseUrl: "http://nowhere.test:1", key: agentKey, fetch });
    const wanted = { name: "UnreachableError", address: "http://nowhere.test:1" };
    await expect(lost.account({ timeout: 50 })).rejects.toMatchObject(wanted);
    const box = openMailbox({ baseUrl: "http://nowhere.test:1", key: "svcm_x", fetch });
    await expect(box.waitForCode({ timeout: 50 })).rejects.toMatchObject(wanted);
  });

  it("is asked again if that is safe, and never registers twice", async () => {
    let failures = 2;
    const own = await openDesk((fetch) => async (request) => {
      const answer = await fetch(request);
      return failures-- > 0 ? Promise.reject(new TypeError("fetch failed")) : answer;
    });
    expect((await own.frontdesk.mailboxes.list()).used).toBe(0);
    failures = 1;
    await expect(own.frontdesk.mailboxes.register("x")).rejects.toMatchObject({ name: "UnreachableError" });
    expect((await own.frontdesk.mailboxes.list()).used).toBe(1);
  });

  it("gets no request without a URL or key", () => {
    expect(() => createFrontdesk({ key: agentKey })).toThrow("FRONTDESK_URL");
    expect(() => createFrontdesk({ baseUrl })).toThrow("FRONTDESK_KEY");
    expect(() => createFrontdesk({ baseUrl: "localhost:8787", key: agentKey })).toThrow("not an http(s) URL");
    expect(() => openMailbox({ baseUrl, key: "" })).toThrow("svcm_");
  });
});

it("works even if a framework has replaced the class `Response`", async () => {
  const platform = globalThis.Response;
  onTestFinished(() => {
    globalThis.Response = platform;
  });
  const statuses = [503, 200];
  // What the platform's own `fetch` answers with is not of that class.
  const own = openMailbox({
    baseUrl,
    key: "svcm_x",
    fetch: async () =>
      platform.json({ success: true, emails: [] }, { status: statuses.shift()!, headers: { "retry-after": "0" } }),
  });
  globalThis.Response = class Other extends platform {};
  expect(await own.recent()).toEqual([]);
  expect(statuses).toEqual([]);
});
