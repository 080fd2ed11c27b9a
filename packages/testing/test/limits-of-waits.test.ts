import { openMailbox, openSmsInbox } from "@frontdesk/sdk";
import { expect, test } from "vitest";
import { limitWaits } from "../src/fixtures/limited-waits.ts";

type Handle = Record<string, (...args: unknown[]) => unknown>;
const trigger = () => {};

/** Every method of a handle that waits, and options that nobody would meet: its sender never writes. */
const waits: Record<string, (handle: Handle, options: object) => unknown> = {
  messages: (handle, options) => (handle.messages!(options) as AsyncGenerator).next(),
  waitForMessage: (handle, options) => handle.waitForMessage!(options),
  waitForMessages: (handle, options) => handle.waitForMessages!({ count: 2, ...options }),
  waitForCode: (handle, options) => handle.waitForCode!(options),
  waitForLink: (handle, options) => handle.waitForLink!(options),
  expectMessage: (handle, options) => handle.expectMessage!(trigger, options),
  expectCode: (handle, options) => handle.expectCode!(trigger, options),
  expectLink: (handle, options) => handle.expectLink!(trigger, options),
  expectNothing: (handle, options) => handle.expectNothing!(trigger, { for: 60_000, ...options }),
};
/** These have no timeout that the test could shorten: a loop, and a time in which nothing may arrive. */
const withoutTimeout = ["messages", "expectNothing"];

/** Responds like an empty inbox: to a long poll when its time is over. */
async function respond({ url }: Request): Promise<Response> {
  const wait = Number(new URL(url).searchParams.get("wait") ?? 0);
  if (wait > 0) await new Promise((resolve) => setTimeout(resolve, wait * 1_000).unref());
  return Response.json({ success: true, emails: [], messages: [], cursor: "c1" });
}

const options = { baseUrl: "http://desk.test", fetch: respond, retries: false };
const openers = {
  alias: () => openMailbox({ ...options, key: "svcm_1", address: "anna@desk.test" }).alias(),
  inbox: () => openSmsInbox({ ...options, key: "svcsms_1" }),
};

function open(kind: keyof typeof openers, timeoutMs: number, startedAt = performance.now()) {
  const end = new AbortController();
  const limit = { timeoutMs: () => timeoutMs, startedAt: () => startedAt, signal: end.signal, advice: "this." };
  return { end, handle: limitWaits(openers[kind](), limit) as unknown as Handle };
}

test.each(Object.keys(openers))("every method of an %s that waits is here", (kind) => {
  const { handle } = open(kind as keyof typeof openers, 0);
  const base = Object.getPrototypeOf(Object.getPrototypeOf(handle));
  const others = ["constructor", "currentCursor", "prepare"];
  expect(Object.keys(waits).sort()).toEqual(
    Object.getOwnPropertyNames(base)
      .filter((name) => !others.includes(name))
      .sort(),
  );
});

const rows = Object.entries(waits).flatMap(([name, wait]) =>
  Object.keys(openers).map((kind) => [name, kind as keyof typeof openers, wait] as const),
);

test.each(rows)("%s of an %s ends with the test, and with its own signal", async (name, kind, wait) => {
  const reason = new Error("The test ended.");
  for (const which of ["test", "own", "test though it has its own", "own, and the test has a limit"]) {
    const { handle, end } = open(kind, which.endsWith("limit") ? 1_000 : 0);
    const own = new AbortController();
    const waiting = wait(handle, which === "test" ? {} : { signal: own.signal });
    (which.startsWith("own") ? own : end).abort(reason);
    if (name === "messages") expect(await waiting).toMatchObject({ done: true });
    else await expect(waiting).rejects.toBe(reason);
    // Only a timeout says more.
    expect(reason.message).toBe("The test ended.");
  }
});

test.each(rows.filter(([name]) => !withoutTimeout.includes(name)))(
  "%s of an %s times out before the test does, and otherwise as it says",
  async (_name, kind, wait) => {
    const { handle } = open(kind, 20);
    await expect(wait(handle, {})).rejects.toThrow("The time limit of the test is 20 ms; extend it with this.");
    await expect(wait(handle, { timeout: Number.NaN })).rejects.toThrow(RangeError);
    // The time of the test is over, but its runner has not ended it yet.
    const late = open(kind, 20, performance.now() - 1_000).handle;
    await expect(wait(late, {})).rejects.toThrow("The time limit of the test is 20 ms; extend it with this.");
    const error = await Promise.resolve(wait(open(kind, 60_000).handle, { timeout: 1 })).catch((thrown) => thrown);
    expect(error).toMatchObject({ timeout: 1, message: expect.not.stringContaining("The time limit") });
  },
);

test.each(Object.entries(waits))("%s rejects what is no option", async (_name, wait) => {
  const { handle } = open("alias", 60_000);
  await expect(wait(handle, { form: "a" })).rejects.toThrow("no option `form`");
});

test.each(Object.keys(waits).filter((name) => name.startsWith("waitFor")))(
  "%s rejects what is no object of options, as it does without a limit",
  async (name) => {
    const { handle } = open("alias", 60_000);
    for (const value of [null, 5, "a"])
      await expect(handle[name]!(value)).rejects.toThrow(`${name}() takes its options as an object.`);
  },
);
