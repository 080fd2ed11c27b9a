import { AlreadyTakenError, NotFoundError } from "@frontdesk/sdk";
import { totp } from "@frontdesk/sdk/totp";
import { afterEach, beforeEach, expect, onTestFinished, test, vi } from "vitest";
import { openDesk } from "./harness.ts";

const uri = "otpauth://totp/Shop:anna@shop.example?secret=JBSWY3DPEHPK3PXP";
/** Start of a period of 30 s. */
const start = 1_800_000_000_000;

beforeEach(() => {
  vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout", "Date"], now: start });
});
afterEach(() => {
  vi.useRealTimers();
});

async function open(onRequest: (request: Request) => void = () => {}) {
  const { frontdesk, server } = await openDesk((fetch) => (request) => {
    onRequest(request);
    return fetch(request);
  });
  onTestFinished(async () => {
    vi.useRealTimers();
    await server.close();
  });
  return frontdesk.authenticators;
}

/** Lets time pass, a second at a time, until the promise settles. Requests go on in between. */
async function passUntil<T>(promise: Promise<T>): Promise<T> {
  let isSettled = false;
  const settle = () => {
    isSettled = true;
  };
  promise.then(settle, settle);
  while (!isSettled) {
    for (let turn = 0; turn < 20; turn++) await new Promise(setImmediate);
    if (!isSettled) await vi.advanceTimersByTimeAsync(1_000);
  }
  return promise;
}

test("an authenticator returns the code that its URI gives, each only once", async () => {
  const authenticators = await open();
  const anna = await authenticators.register({ name: "anna", uri });
  const { code } = await anna.code();
  expect(code).toBe(totp(uri, { at: start }));
  // Another handle of the same client has returned it too.
  const next = await passUntil((await authenticators.open("Anna")).code());
  expect(Date.now() - start).toBeGreaterThanOrEqual(30_000);
  expect(next.code).toBe(totp(uri));
  expect((await anna.code({ allowRepeat: true })).code).toBe(totp(uri));
});

test("of many codes in a row none is returned twice", async () => {
  const authenticators = await open();
  const anna = await authenticators.register({ uri });
  const codes = new Set<string>();
  for (let time = 0; time < 7; time++) codes.add((await passUntil(anna.code())).code);
  expect(codes.size).toBe(7);
});

test("a code that expires within three seconds is left out for the next one", async () => {
  const authenticators = await open();
  vi.setSystemTime(start + 27_001);
  const anna = await authenticators.register({ uri });
  expect((await anna.code({ minValidity: 2 })).code).toBe(totp(uri, { at: start }));
  const other = await authenticators.register({ uri });
  const { code, validFor } = await passUntil(other.code());
  expect(Date.now()).toBeGreaterThanOrEqual(start + 30_000);
  expect(code).toBe(totp(uri));
  expect(validFor).toBeGreaterThan(3);
  for (const minValidity of [29, -1, Number.NaN])
    expect(() => anna.code({ minValidity })).toThrow("from 0 to 28 seconds");
});

test("a wait for the next code requests it once, when it exists", async () => {
  let requests = 0;
  const authenticators = await open(({ url }) => {
    if (url.endsWith("/code")) requests++;
  });
  vi.setSystemTime(start + 27_999);
  const anna = await authenticators.register({ uri });
  expect((await passUntil(anna.code())).code).toBe(totp(uri));
  expect(requests).toBe(2);
});

test("a wait has time for two periods and half a minute, however long the period is", async () => {
  const authenticators = await open();
  const slow = await authenticators.register({ uri: `${uri}&period=300` });
  const timeouts = vi.spyOn(AbortSignal, "timeout");
  onTestFinished(() => timeouts.mockRestore());
  await slow.code();
  const longest = Math.max(...timeouts.mock.calls.map(([milliseconds]) => milliseconds));
  expect(longest).toBeGreaterThan(2 * 300_000);
  expect(longest).toBeLessThanOrEqual(2 * 300_000 + 30_000);
});

test("two waits at once return two codes, and an aborted one ends", async () => {
  const authenticators = await open();
  const anna = await authenticators.register({ uri });
  const codes = await passUntil(Promise.all([anna.code(), anna.code()]));
  expect(new Set(codes.map(({ code }) => code))).toEqual(new Set([totp(uri, { at: start }), totp(uri)]));
  const abort = new AbortController();
  const aborted = anna.code({ signal: abort.signal });
  abort.abort(new Error("stopped"));
  await expect(aborted).rejects.toThrow("stopped");
});

test("authenticators are listed, opened by id or name, and deleted", async () => {
  const authenticators = await open();
  const { id } = await authenticators.register({ name: "anna", secret: "JBSWY3DPEHPK3PXP", issuer: "Shop" });
  await expect(authenticators.register({ name: "ANNA", uri })).rejects.toBeInstanceOf(AlreadyTakenError);
  expect((await authenticators.list()).map(({ name, issuer }) => [name, issuer])).toEqual([["anna", "Shop"]]);
  expect((await authenticators.open(id)).name).toBe("anna");
  await authenticators.delete("anna");
  await expect(authenticators.open("anna")).rejects.toBeInstanceOf(NotFoundError);
});
