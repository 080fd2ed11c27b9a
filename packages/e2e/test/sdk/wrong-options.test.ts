import { type AccountMailbox, createClient, createFrontdesk, openMailbox, unwrap } from "@frontdesk/sdk";
import { beforeEach, describe, expect, it, test } from "vitest";
import { agentKey, baseUrl, type Desk, openDesk } from "./harness.ts";

let desk: Desk;
let mailbox: AccountMailbox;

beforeEach(async () => {
  desk = await openDesk();
  mailbox = await desk.frontdesk.mailboxes.register("signup");
});

// What JavaScript hands over, and the compiler would not: `never` is taken everywhere.
const untyped = (value: unknown) => value as never;
const mailACode = () => desk.mail("signup", { body: "Your code is 482913." });

describe("a wait rejects invalid options before it starts", () => {
  test.each([
    { timeout: null },
    { timeout: "100" },
    { from: null },
    { from: 5 },
    { subject: ["Hello"] },
    { to: 5 },
    { after: null },
    { match: "code" },
    { maxAge: Number.NaN },
    { maxAge: -1 },
    { maxAge: "5" },
    { minConfidence: Number.NaN },
    { minConfidence: 80 },
    { pick: "last" },
    { length: "6" },
    { length: 0 },
    { length: { min: 8, max: 4 } },
    { alphabet: 5 },
    { pattern: "\\d{6}" },
  ])("%o", async (options) => {
    const [name] = Object.keys(options);
    const wrong = { message: expect.stringMatching(`^\`?${name}\`? must be `) };
    await mailACode();
    await expect(mailbox.waitForCode(untyped(options))).rejects.toMatchObject(wrong);
    let ran = false;
    const trigger = () => {
      ran = true;
    };
    if (name !== "after") await expect(mailbox.expectCode(trigger, untyped(options))).rejects.toMatchObject(wrong);
    expect(ran).toBe(false);
  });

  it("also if the number of an SMS has no digits, which every number would end with", async () => {
    const inbox = await desk.frontdesk.smsInboxes.register();
    for (const phone of ["", "abc", 5550123456])
      await expect(inbox.waitForCode(untyped({ phone }))).rejects.toThrow("`phone` must be ");
  });

  it("treats an undefined option as absent", async () => {
    await mailACode();
    const found = await mailbox.waitForCode(untyped({ timeout: undefined, from: undefined, pick: undefined }));
    expect(found).toMatchObject({ code: "482913" });
  });

  it("rejects an asynchronous `match`, which would match every message", async () => {
    await mailACode();
    const match = untyped(async () => Promise.reject(new Error("not this one")));
    await expect(mailbox.waitForCode({ match })).rejects.toThrow("`match` must return true or false");
  });

  it("and rejects options that would have no effect", async () => {
    const marked = { after: await mailbox.currentCursor() };
    await expect(mailbox.expectCode(() => {}, untyped(marked))).rejects.toThrow("expectCode() has no option `after`");
    await expect(mailbox.expectMessage(() => {}, untyped({ lookback: 5 }))).rejects.toThrow("no option `lookback`");
    await expect(mailbox.waitForLink(untyped({ length: 6 }))).rejects.toThrow("waitForLink() has no option `length`");
    const timed = { timeout: 5 };
    for (const wait of ["waitForMessage", "waitForCode", "waitForLink"] as const)
      await expect(mailbox[wait](untyped({ timout: 5 }))).rejects.toThrow(`${wait}() has no option \`timout\``);
    await expect(mailbox.messages(untyped(timed)).next()).rejects.toThrow("messages() has no option `timeout`");
  });

  it("lists all options if one is unknown", async () => {
    const misspelt = untyped({ domain: "vip.localhost" });
    await expect(desk.frontdesk.subdomains.register("demo", misspelt)).rejects.toThrow("`domainBase`");
    await expect(desk.frontdesk.smsInboxes.register(untyped({ fone: "5550123456" }))).rejects.toThrow("`phone`");
    await expect(mailbox.recent(untyped({ limit: 5 }))).rejects.toThrow("`count`");
    await expect(mailbox.waitForMessages(untyped({ count: 1, cont: 5 }))).rejects.toThrow("`count`");
  });

  it("accepts a trigger that can still be run", async () => {
    for (const trigger of [undefined, Promise.resolve()])
      await expect(mailbox.expectCode(untyped(trigger))).rejects.toThrow("expectCode() takes a function");
  });
});

describe("a call rejects", () => {
  it("a URL with an API path", async () => {
    const inside = createFrontdesk({ baseUrl: `${baseUrl}/svc-api`, key: agentKey, fetch: desk.fetch });
    await expect(inside.mailboxes.list()).rejects.toThrow("It has /svc-api twice: is the base URL right?");
  });

  it("a missing options object", async () => {
    expect(() => createFrontdesk(untyped(null))).toThrow("createFrontdesk() takes its options as an object");
    await expect(mailbox.waitForCode(untyped(null))).rejects.toThrow("takes its options as an object");
    await expect(mailbox.waitForCode(untyped(5_000))).rejects.toThrow("takes its options as an object");
    await expect(desk.frontdesk.agentKeys.update("id", untyped(undefined))).rejects.toThrow("as an object");
  });

  it("a key instead of its options, without repeating it", () => {
    for (const open of [openMailbox, createFrontdesk])
      expect(() => open(untyped(mailbox.key))).toThrow(/^\w+\(\) takes its options as an object\.$/);
  });

  test.each([undefined, null, "", 5])("a mailbox that is %o", async (which) => {
    const { mailboxes } = desk.frontdesk;
    for (const call of [mailboxes.open, mailboxes.openOrRegister, mailboxes.delete, mailboxes.clear, mailboxes.rotate])
      await expect(call(untyped(which))).rejects.toThrow("Give a mailbox's id, name or address");
    expect((await mailboxes.list()).used).toBe(1);
  });

  it("an id that is undefined", async () => {
    const { subdomains, webhooks, smsInboxes } = desk.frontdesk;
    await expect(mailbox.message(untyped(undefined))).rejects.toThrow("needs `id`, which is empty");
    await expect(subdomains.delete("")).rejects.toThrow("needs `id`, which is empty");
    await expect(webhooks.test(untyped(null))).rejects.toThrow("needs `id`, which is empty");
    await expect(smsInboxes.delete(untyped(undefined))).rejects.toThrow("needs `id`, which is empty");
  });

  it("scopes that are not a list", async () => {
    const scopes = untyped("mailbox:read");
    await expect(desk.frontdesk.agentKeys.create("ci", { scopes })).rejects.toThrow("`scopes` must be a list");
  });

  it("a name instead of an address, at which nothing would arrive", () => {
    expect(() => openMailbox({ baseUrl, key: "svcm_x", address: "signup" })).toThrow("`address` must be");
  });
});

describe("the server's URL is checked early", () => {
  test.each(["http://desk.test/#/inbox", "http://desk.test/?inbox=1"])("%s has too much", (address) => {
    expect(() => createFrontdesk({ baseUrl: address, key: agentKey })).toThrow(
      "Give the server's URL without credentials",
    );
  });

  it("a URL with a password is rejected, and not repeated", () => {
    const withPassword = () => createFrontdesk({ baseUrl: "http://me:Secret1@desk.test", key: agentKey });
    expect(withPassword).toThrow(
      "Give the server's URL without credentials, query and fragment, such as http://desk.test.",
    );
    expect(withPassword).not.toThrow("Secret1");
  });

  it("an address may be a URL object", async () => {
    const own = createFrontdesk({ baseUrl: untyped(new URL(baseUrl)), key: agentKey, fetch: desk.fetch });
    expect((await own.account()).account.tier).toBe("normal");
  });

  test.each(["svcagt_…", "svcagt_Secret1\r\nsvcagt_Secret2", "svcagt_Secret1 svcagt_Secret2"])(
    "a malformed key is rejected, and not repeated",
    async (key) => {
      const ways = [
        () => createFrontdesk({ baseUrl, key }),
        () => openMailbox({ baseUrl, key }),
        () => createClient({ baseUrl, key }),
      ];
      for (const way of ways) {
        expect(way).toThrow("contains a character that no key has");
        expect(way).not.toThrow(/Secret|…/);
      }
    },
  );

  it("a key with a trailing line break is trimmed", async () => {
    const own = createFrontdesk({ baseUrl, key: `${agentKey}\n`, fetch: desk.fetch });
    expect((await own.account()).account.tier).toBe("normal");
  });

  it("an invalid fetch is not reported as an unreachable server", () => {
    expect(() => createFrontdesk({ baseUrl, key: agentKey, fetch: untyped("fetch") })).toThrow(
      "`fetch` must be a function",
    );
  });

  it("another program at that URL is distinguished from a Frontdesk server", async () => {
    const fetch = async () => new Response("<!doctype html>", { headers: { "content-type": "text/html" } });
    const other = createFrontdesk({ baseUrl, key: agentKey, fetch });
    const told = {
      name: "FrontdeskError",
      status: 200,
      code: null,
      message: expect.stringContaining("not a Frontdesk server"),
    };
    await expect(other.mailboxes.list()).rejects.toMatchObject(told);
    await expect(openMailbox({ baseUrl, key: "svcm_x", fetch }).waitForCode()).rejects.toMatchObject(told);
  });

  it("and documents are returned as text", async () => {
    const skill = await unwrap(desk.frontdesk.client.GET("/downloads/svc-tunnel-skill.md"));
    expect(skill).toContain("tunnel");
  });
});
