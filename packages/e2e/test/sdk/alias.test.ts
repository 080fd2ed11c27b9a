import { type AccountMailbox, openMailbox, WaitTimeoutError } from "@frontdesk/sdk";
import fc from "fast-check";
import { beforeEach, describe, expect, it } from "vitest";
import { baseUrl, type Desk, openDesk, withoutExtension } from "./harness.ts";

let desk: Desk;
let mailbox: AccountMailbox;
const held = () => desk.server.services.mail.pending();
const send = (to: string, code: string) =>
  desk.mail("signup", { subject: "Your code", body: `Your code is ${code}.` }, to);
const codeOf = (index: number) => String(100_000 + index * 37);

beforeEach(async () => {
  desk = await openDesk();
  mailbox = await desk.frontdesk.mailboxes.register("signup");
});

describe("aliases of one mailbox", () => {
  it("each see only their own mail", async () => {
    const [ann, bob] = [mailbox.alias("ann"), mailbox.alias("bob")];
    expect([ann.address, bob.address]).toEqual(["signup+ann@desk.example.com", "signup+bob@desk.example.com"]);
    expect(mailbox.alias().address).not.toBe(mailbox.alias().address);
    await Promise.all([ann.currentCursor(), bob.currentCursor()]);
    await send("Signup+Bob@desk.example.com", "222222");
    await send(ann.address, "111111");
    expect((await ann.waitForCode()).code).toBe("111111");
    expect((await bob.waitForCode()).code).toBe("222222");
    await expect(ann.waitForCode({ timeout: 20 })).rejects.toMatchObject({ address: ann.address, nearMisses: [] });
  });

  it.each([
    ["waits that are held", 100],
    ["triggers that run before the wait is held", 100],
    ["addresses made before and waited for later", 60],
  ])("get their own codes and lose none, with many concurrent waits, with %s", async (how, count) => {
    const aliases = Array.from({ length: count }, () => mailbox.alias());
    const codes = aliases.map((_, index) => codeOf(index));
    const found =
      how === "waits that are held"
        ? aliases.map((alias) => alias.waitForCode())
        : how === "triggers that run before the wait is held"
          ? aliases.map((alias, index) => alias.expectCode(() => send(alias.address, codeOf(index))))
          : [];
    if (how === "waits that are held") await expect.poll(held).toBe(count);
    if (how !== "triggers that run before the wait is held") {
      await Promise.all(aliases.map((alias) => alias.currentCursor()));
      await Promise.all(aliases.map((alias, index) => send(alias.address, codeOf(index))));
    }
    const waiting = found.length > 0 ? found : aliases.map((alias) => alias.waitForCode());
    expect((await Promise.all(waiting)).map(({ code }) => code)).toEqual(codes);
    expect((await mailbox.recent()).length).toBe(10);
  });

  it("work with a server without `to`, for the messages it still keeps", async () => {
    const old = await openDesk(withoutExtension);
    const box = await old.frontdesk.mailboxes.register("signup");
    const alias = box.alias("x");
    await alias.currentCursor();
    await old.mail("signup", { body: "Your code is 999999." }, "signup+y@desk.example.com");
    await old.mail("signup", { body: "Your code is 111111." }, alias.address);
    expect((await alias.waitForCode()).code).toBe("111111");
  });

  it("need the mailbox's address, and a tag that is valid in an address", () => {
    const opened = openMailbox({ baseUrl, key: mailbox.key, fetch: desk.fetch });
    expect(() => opened.alias()).toThrow("Give `address` to `openMailbox`");
    expect(() => mailbox.alias("a b")).toThrow(TypeError);
  });
});

describe("with any order of arrival", () => {
  it("each reader gets its mail once, in order, and evicted messages are counted", async () => {
    const step = fc.oneof(
      { weight: 5, arbitrary: fc.record({ type: fc.constant("mail" as const), tag: fc.nat({ max: 3 }) }) },
      {
        weight: 3,
        arbitrary: fc.record({
          type: fc.constant("read" as const),
          reader: fc.nat({ max: 4 }),
          count: fc.integer({ min: 1, max: 5 }),
        }),
      },
      {
        weight: 1,
        arbitrary: fc.record({
          type: fc.constant("burst" as const),
          tag: fc.nat({ max: 3 }),
          count: fc.integer({ min: 1, max: 14 }),
        }),
      },
    );
    await fc.assert(
      fc.asyncProperty(fc.array(step, { maxLength: 30 }), async (steps) => {
        const own = await openDesk();
        const box = await own.frontdesk.mailboxes.register("signup");
        const sent: { subject: string; tag: number }[] = [];
        const addressOf = (tag: number) => `signup+${tag}@desk.example.com`;
        const deliver = async (tag: number) => {
          const subject = String(sent.length);
          sent.push({ subject, tag });
          await own.mail("signup", { subject }, addressOf(tag));
        };
        const api = async (query: string) => {
          const headers = { authorization: `Bearer ${box.key}` };
          const answer = await own.fetch(new Request(`${baseUrl}/svc-api/mail/recent?${query}`, { headers }));
          return (await answer.json()) as {
            emails: { subject: string }[];
            cursor: string;
            more?: true;
            missed?: number;
          };
        };
        // Readers 0 to 3 read one address each, reader 4 reads all.
        const readers = await Promise.all(
          [0, 1, 2, 3, 4].map(async (tag) => {
            const to = tag === 4 ? "" : `&to=${encodeURIComponent(addressOf(tag))}`;
            return { tag, to, cursor: (await api(`n=1${to}`)).cursor, seen: [] as string[], missed: 0 };
          }),
        );
        const read = async (reader: (typeof readers)[number], count: number) => {
          const page = await api(`n=${count}&after=${reader.cursor}${reader.to}`);
          reader.seen.push(...page.emails.map(({ subject }) => subject).reverse());
          reader.missed += page.missed ?? 0;
          reader.cursor = page.cursor;
          return page.more ?? false;
        };
        for (const step of steps) {
          if (step.type === "mail") await deliver(step.tag);
          else if (step.type === "burst") for (let n = 0; n < step.count; n++) await deliver(step.tag);
          else await read(readers[step.reader]!, step.count);
        }
        for (const reader of readers) {
          while (await read(reader, 3));
          const wanted = sent.filter(({ tag }) => reader.tag === 4 || tag === reader.tag).map(({ subject }) => subject);
          expect(new Set(reader.seen).size).toBe(reader.seen.length);
          // An address with a reader keeps its mail for him; for the whole mailbox what rolled out is counted.
          if (reader.tag < 4) expect([reader.seen, reader.missed]).toEqual([wanted, 0]);
          else expect(wanted.filter((subject) => reader.seen.includes(subject))).toEqual(reader.seen);
          if (reader.tag === 4) expect(reader.seen.length + reader.missed).toBe(wanted.length);
        }
        await own.server.close();
      }),
      { numRuns: 25 },
    );
  });
});

describe("a wait that times out", () => {
  it("names the unknown mailboxes and domains whose mail was rejected meanwhile", async () => {
    let refused = 0;
    const own = await openDesk((fetch) => async (request) => {
      const begun = Date.now();
      // The wait is under way, and by the clock in milliseconds too.
      while (request.url.includes("wait=") && Date.now() < begun + 2) await new Promise(setImmediate);
      for (; request.url.includes("wait=") && refused < 3; refused++) {
        own.server.services.rejectedMail.add("sign-up@desk.example.com", "unknown_mailbox");
        own.server.services.rejectedMail.add("signup@desk.exmaple.com", "other_domain");
      }
      return fetch(request);
    });
    const box = await own.frontdesk.mailboxes.register("signup");
    const error = await box.waitForCode({ timeout: 100 }).catch((failure: unknown) => failure);
    expect(error).toBeInstanceOf(WaitTimeoutError);
    expect((error as Error).message).toContain(
      "6 mails for unknown addresses were rejected meanwhile: signup@desk.exmaple.com, sign-up@desk.example.com.",
    );
  });

  it("does not show them to a caller with only the mailbox's key", async () => {
    desk.server.services.rejectedMail.add("sign-up@desk.example.com", "unknown_mailbox");
    const opened = openMailbox({ baseUrl, key: mailbox.key, fetch: desk.fetch });
    await expect(opened.waitForCode({ timeout: 10 })).rejects.toMatchObject({ rejected: [] });
  });

  it("returns `null` if requested", async () => {
    expect(await mailbox.waitForCode({ timeout: 10, errorOnTimeout: false })).toBeNull();
    expect(await mailbox.expectLink(() => {}, { timeout: 10, errorOnTimeout: false })).toBeNull();
  });
});

describe("a wait", () => {
  it("is one request, including the text, links and codes", async () => {
    const asked: string[] = [];
    const own = await openDesk((fetch) => (request) => {
      asked.push(new URL(request.url).pathname);
      return fetch(request);
    });
    const box = await own.frontdesk.mailboxes.register("signup");
    asked.length = 0;
    await own.mail("signup", { body: "Your code is 481220. https://shop.test/verify?t=1" });
    const { message } = await box.waitForCode();
    expect(message).toMatchObject({ codes: [{ value: "481220" }], links: [{ url: "https://shop.test/verify?t=1" }] });
    expect(asked).toEqual(["/svc-api/mail/recent"]);
  });

  it("for several returns them in order, and reports those that arrived if one did not", async () => {
    for (const code of ["111111", "222222", "333333"]) await send(mailbox.address, code);
    const two = await mailbox.waitForMessages({ count: 2 });
    expect(two.map(({ codes }) => codes[0]?.value)).toEqual(["111111", "222222"]);
    await expect(mailbox.waitForMessages({ count: 2, timeout: 30 })).rejects.toMatchObject({
      received: [{ codes: [{ value: "333333" }] }],
    });
  });

  it("in a loop yields every message until it ends", async () => {
    for (let index = 0; index < 3; index++) await send(mailbox.address, codeOf(index));
    const stop = new AbortController();
    const seen: (string | undefined)[] = [];
    for await (const mail of mailbox.messages({ signal: stop.signal })) {
      seen.push(mail.codes[0]?.value);
      if (seen.length === 3) setImmediate(() => stop.abort());
    }
    expect(seen).toEqual([0, 1, 2].map(codeOf));
  });

  it("matches `from` against the address and never against the display name", async () => {
    await desk.mail("signup", { sender: "bank.test <thief@evil.test>", body: "Your code is 111111." });
    await expect(mailbox.waitForCode({ from: "bank.test", timeout: 10 })).rejects.toMatchObject({
      reason: "filtered_out",
    });
    const froms = ["no-reply@bank.test", "@bank.test", "bank.test", /^no-reply@/i];
    for (const [index, from] of froms.entries()) {
      await desk.mail("signup", { sender: "Anyone <No-Reply@Bank.test>", body: `Your code is ${codeOf(index)}.` });
      expect((await mailbox.waitForCode({ from })).code).toBe(codeOf(index));
    }
    await expect(mailbox.waitForCode({ from: "reply@bank.test", timeout: 10 })).rejects.toThrow(WaitTimeoutError);
  });

  it("rejects an unknown option", async () => {
    // A mistake that only the compiler would see otherwise.
    const options = { timeOut: 10 } as object;
    await expect(mailbox.waitForCode(options)).rejects.toThrow("waitForCode() has no option `timeOut`");
    await expect(desk.frontdesk.mailboxes.list(options)).rejects.toThrow("no option `timeOut`");
  });
});
