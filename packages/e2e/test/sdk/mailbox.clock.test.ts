import { FrontdeskError, type Mailbox, openMailbox, WaitTimeoutError } from "@frontdesk/sdk";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { baseUrl, type Desk, openDesk, withoutExtension } from "./harness.ts";

const code = (value: string) => ({ subject: "Your code", body: `Your verification code is ${value}.` });

let desk: Desk;
let mailbox: Mailbox;
const held = () => desk.server.services.mail.pending();

beforeEach(async () => {
  desk = await openDesk();
  mailbox = await desk.frontdesk.mailboxes.register("signup");
});

describe("waitForCode", () => {
  it("returns the code of a mail that arrives later", async () => {
    const waiting = mailbox.waitForCode();
    await expect.poll(held).toBe(1);
    await desk.mail("signup", code("481 220"));
    const { code: found, message, candidates } = await waiting;
    expect(found).toBe("481220");
    expect(message).toMatchObject({ subject: "Your code", body: "Your verification code is 481 220." });
    expect(candidates[0]?.confidence).toBeGreaterThan(0.5);
  });

  it("returns the code of a mail that arrived before the call but after the mailbox was registered", async () => {
    await desk.mail("signup", code("111222"));
    expect((await mailbox.waitForCode()).code).toBe("111222");
  });

  it("never returns a message twice", async () => {
    await desk.mail("signup", code("111222"));
    await mailbox.waitForCode();
    await expect(mailbox.waitForCode({ timeout: 30 })).rejects.toMatchObject({ reason: "no_message" });
    await desk.mail("signup", code("333444"));
    expect((await mailbox.waitForCode()).code).toBe("333444");
  });

  it("returns two different messages to two concurrent waits", async () => {
    const both = [mailbox.waitForCode(), mailbox.waitForCode()];
    await expect.poll(held).toBe(2);
    await desk.mail("signup", code("111222"));
    await desk.mail("signup", code("333444"));
    expect((await Promise.all(both)).map((result) => result.code).sort()).toEqual(["111222", "333444"]);
  });

  it("never returns to skipped messages, however two concurrent waits end", async () => {
    let release = () => {};
    const slow = new Promise<void>((resolve) => {
      release = resolve;
    });
    let firstId = "";
    desk = await openDesk((fetch) => async (request) => {
      if (firstId !== "" && request.url.includes(firstId)) await slow;
      return fetch(request);
    });
    const box = await desk.frontdesk.mailboxes.register("x");
    await desk.mail("x", { ...code("111222"), subject: "early" });
    firstId = (await box.recent())[0]?.id ?? "";
    await desk.mail("x", { ...code("333444"), subject: "passed over" });
    await desk.mail("x", { ...code("555666"), subject: "late" });
    const early = box.waitForCode({ subject: "early" });
    expect((await box.waitForCode({ subject: "late" })).code).toBe("555666");
    release();
    expect((await early).code).toBe("111222");
    await expect(box.waitForCode({ timeout: 0 })).rejects.toMatchObject({ reason: "no_message" });
  });

  it("returns the newest of several codes, because a resent code invalidates the older ones", async () => {
    await desk.mail("signup", code("111222"));
    await desk.mail("signup", code("333444"));
    expect((await mailbox.waitForCode()).code).toBe("333444");
    await expect(mailbox.waitForCode({ timeout: 0 })).rejects.toThrow(WaitTimeoutError);
  });

  it("skips messages without a code", async () => {
    await desk.mail("signup", { subject: "News", body: "Our summer sale has begun." });
    await desk.mail("signup", code("333444"));
    expect((await mailbox.waitForCode()).code).toBe("333444");
    await expect(mailbox.waitForMessage({ timeout: 0 })).rejects.toThrow(WaitTimeoutError);
  });

  it("filters by sender, subject and any other test", async () => {
    await desk.mail("signup", { ...code("111222"), sender: "Bank <no-reply@bank.test>" });
    await desk.mail("signup", { ...code("333444"), subject: "Welcome" });
    await desk.mail("signup", { ...code("555666"), body: "Your code is 555666, Ann." });
    const after = "seen:";
    expect((await mailbox.waitForCode({ after, from: "BANK.test" })).code).toBe("111222");
    expect((await mailbox.waitForCode({ after, subject: /^wel/i })).code).toBe("333444");
    expect((await mailbox.waitForCode({ after, match: ({ body }) => body.includes("Ann") })).code).toBe("555666");
  });

  it("does not modify the caller's options", async () => {
    await desk.mail("signup", code("111222"));
    const options = Object.freeze({ timeout: 1000, from: "shop" });
    await mailbox.waitForCode(options);
    expect(options).toEqual({ timeout: 1000, from: "shop" });
  });

  it("ends at once when it is aborted, also at the server", async () => {
    const stop = new AbortController();
    const waiting = mailbox.waitForCode({ signal: stop.signal });
    await expect.poll(held).toBe(1);
    stop.abort(new Error("enough"));
    await expect(waiting).rejects.toThrow("enough");
    await expect.poll(held).toBe(0);
  });

  it("ends at once when the mailbox's key is rotated", async () => {
    const waiting = mailbox.waitForCode();
    await expect.poll(held).toBe(1);
    await desk.frontdesk.mailboxes.rotate(mailbox);
    await expect(waiting).rejects.toMatchObject({ name: "FrontdeskError", code: "unauthenticated" });
  });
});

describe("a wait that times out", () => {
  const fail = (options = {}) => mailbox.waitForCode({ timeout: 20, ...options }).catch((error: unknown) => error);

  it("says that nothing arrived", async () => {
    expect(await fail()).toMatchObject({ reason: "no_message", nearMisses: [], address: "signup@desk.example.com" });
  });

  it("reports what the filters rejected, and why", async () => {
    await desk.mail("signup", code("111222"));
    const error = await fail({ from: "bank" });
    expect(error).toMatchObject({ reason: "filtered_out", nearMisses: [{ subject: "Your code" }] });
    expect((error as Error).message).toContain("the sender is not bank");
  });

  it("reports skipped messages without a code", async () => {
    await desk.mail("signup", { subject: "Hello", body: "Nice to have you with us." });
    expect(await fail()).toMatchObject({ reason: "no_code", nearMisses: [{ why: "it contains no code" }] });
  });

  it("rejects an invalid timeout", async () => {
    await expect(mailbox.waitForCode({ timeout: Number.NaN })).rejects.toThrow(RangeError);
  });
});

describe("marks", () => {
  it("let another process wait from the same cursor", async () => {
    await desk.mail("signup", code("111222"));
    const after = await mailbox.currentCursor();
    await desk.mail("signup", code("333444"));
    const other = openMailbox({ baseUrl, key: mailbox.key, fetch: desk.fetch });
    expect((await other.waitForCode({ after })).code).toBe("333444");
  });

  it("are read before the trigger by expectCode", async () => {
    await desk.mail("signup", code("111222"));
    const { code: found } = await mailbox.expectCode(() => desk.mail("signup", code("333444")));
    expect(found).toBe("333444");
  });

  it("start a mailbox opened by its key after its latest mail", async () => {
    await desk.mail("signup", code("111222"));
    const opened = openMailbox({ baseUrl, key: mailbox.key, fetch: desk.fetch });
    expect(await opened.recent()).toHaveLength(1);
    await expect(opened.waitForCode({ timeout: 20 })).rejects.toMatchObject({ reason: "no_message" });
    await desk.mail("signup", code("333444"));
    expect((await opened.waitForCode()).code).toBe("333444");
  });
});

describe("waitForLink", () => {
  it("returns the confirmation link", async () => {
    await desk.mail("signup", {
      subject: "Confirm your address",
      body: "Please confirm your address: https://shop.test/confirm?token=abc123def456\nUnsubscribe: https://shop.test/unsubscribe",
    });
    expect((await mailbox.waitForLink()).link).toBe("https://shop.test/confirm?token=abc123def456");
  });
});

describe("the network", () => {
  it("may fail during a wait", async () => {
    let failures = 2;
    desk = await openDesk((fetch) => (request) => {
      if (request.url.includes("wait=") && failures-- > 0) return Promise.reject(new TypeError("fetch failed"));
      return fetch(request);
    });
    const box = await desk.frontdesk.mailboxes.register("x");
    await desk.mail("x", code("111222"));
    expect((await box.waitForCode()).code).toBe("111222");
    expect(failures).toBeLessThan(0);
  });

  it("uses the current global fetch for each request", async () => {
    const box = openMailbox({ baseUrl: "http://nowhere.test", key: mailbox.key });
    const late = vi.spyOn(globalThis, "fetch").mockImplementation((input) => desk.fetch(input as Request));
    expect(await box.recent()).toEqual([]);
    late.mockRestore();
  });

  it("gives errors with status and code", async () => {
    const error = await desk.frontdesk.mailboxes.register("signup").catch((error: unknown) => error);
    expect(error).toBeInstanceOf(FrontdeskError);
    expect(error).toMatchObject({ status: 409, code: "already_taken" });
  });
});

describe("a server without long polls", () => {
  beforeEach(async () => {
    desk = await openDesk(withoutExtension);
    mailbox = await desk.frontdesk.mailboxes.register("signup");
    vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout", "performance"] });
  });
  afterEach(() => {
    vi.useRealTimers();
  });

  /** Waits until the handle sleeps between two polls: its clock stands still, the server's work takes real time. */
  async function asleep() {
    while (vi.getTimerCount() === 0) await new Promise(setImmediate);
  }

  it("is polled, at first after one second, then less often", async () => {
    const waiting = openMailbox({ baseUrl, key: mailbox.key, fetch: desk.fetch }).waitForCode();
    const pauses: number[] = [];
    while (pauses.length < 7) {
      await asleep();
      const begun = performance.now();
      vi.advanceTimersToNextTimer();
      pauses.push(performance.now() - begun);
    }
    expect(pauses.map(Math.round)).toEqual([1_000, 1_500, 2_250, 3_375, 5_000, 5_000, 5_000]);
    await asleep();
    await desk.mail("signup", code("111222"));
    vi.advanceTimersToNextTimer();
    expect((await waiting).code).toBe("111222");
  });

  it("returns no message twice and no old one", async () => {
    await desk.mail("signup", code("111222"));
    const opened = openMailbox({ baseUrl, key: mailbox.key, fetch: desk.fetch });
    const waiting = opened.waitForCode();
    await asleep();
    await desk.mail("signup", code("333444"));
    vi.advanceTimersToNextTimer();
    expect((await waiting).code).toBe("333444");
    const again = opened.waitForCode({ timeout: 2_000 }).catch((error: unknown) => error);
    for (const _pause of [1_000, 1_000]) {
      await asleep();
      vi.advanceTimersToNextTimer();
    }
    expect(await again).toMatchObject({ reason: "no_message" });
  });
});
