import { rmSync, utimesSync, writeFileSync } from "node:fs";
import { stat } from "node:fs/promises";
import { join } from "node:path";
import { generate } from "selfsigned";
import { afterEach, beforeEach, expect, onTestFinished, test, vi } from "vitest";
import { watchCertificate } from "../../src/smtp/certificate-watch.ts";
import { temporaryFolder } from "../storage/folder.ts";

beforeEach(() => void vi.useFakeTimers({ toFake: ["setInterval", "clearInterval"] }));
afterEach(() => void vi.useRealTimers());

const minute = 60_000;
const newPair = (name: string) => generate([{ name: "commonName", value: name }], { keyType: "ec", curve: "P-256" });

/** A watch over a pair of files, and what it reported. */
async function open(first: { key?: string | null } = {}) {
  const { dir, remove } = temporaryFolder();
  onTestFinished(remove);
  const files = { certFile: join(dir, "cert.pem"), keyFile: join(dir, "key.pem"), domain: "desk.test" };
  const pair = await newPair("first.test");
  let written = 0;
  const put = (file: "certFile" | "keyFile", pem: string) => {
    writeFileSync(files[file], pem);
    // File systems may note times coarsely.
    utimesSync(files[file], ++written, written);
  };
  put("certFile", pair.cert);
  if (first.key !== null) put("keyFile", first.key ?? pair.private);
  const told = { renewed: 0, faults: [] as string[] };
  const watch = watchCertificate({
    ...files,
    onRenewed: () => void told.renewed++,
    onError: (reason) => void told.faults.push(reason),
  });
  onTestFinished(() => watch.close());
  /** Until a look that began has ended: it asks for two files and reads two, one after the other. */
  const looked = async () => {
    for (let turn = 0; turn < 60; turn++) await stat(dir).then(() => new Promise(setImmediate));
  };
  const pass = async (milliseconds: number) => {
    vi.advanceTimersByTime(milliseconds);
    await looked();
  };
  await looked();
  return { files, pair, put, told, watch, pass };
}

test("the files are checked once a minute, and a new pair is reported once", async () => {
  const { pair, put, told, pass } = await open();
  await pass(minute);
  expect(told).toEqual({ renewed: 0, faults: [] });
  put("certFile", pair.cert);
  await pass(minute - 1);
  expect(told.renewed).toBe(0);
  await pass(1);
  await expect.poll(() => told.renewed).toBe(1);
  await pass(minute);
  expect(told).toEqual({ renewed: 1, faults: [] });
  put("certFile", pair.cert);
  await pass(minute);
  await expect.poll(() => told.renewed).toBe(2);
});

test("a renewed key alone is seen", async () => {
  const { pair, put, told, pass } = await open();
  put("keyFile", pair.private);
  await pass(minute);
  await expect.poll(() => told).toEqual({ renewed: 1, faults: [] });
});

test("the pair found at the start is not reported, even if it is wrong", async () => {
  const { told, pass } = await open({ key: (await newPair("other.test")).private });
  await pass(minute);
  expect(told).toEqual({ renewed: 0, faults: [] });
});

test("a wrong pair is reported once, and the right one after it is used", async () => {
  const { pair, put, told, pass } = await open();
  put("keyFile", (await newPair("other.test")).private);
  for (let look = 0; look < 3; look++) await pass(minute);
  await expect.poll(() => told).toEqual({ renewed: 0, faults: [expect.stringContaining("is not the key")] });
  put("keyFile", pair.private);
  await pass(minute);
  await expect.poll(() => told).toMatchObject({ renewed: 1, faults: [expect.any(String)] });
});

test("a missing file is reported at each check, and used when it is back", async () => {
  const { files, pair, put, told, pass } = await open();
  rmSync(files.keyFile);
  for (let look = 1; look <= 2; look++) {
    await pass(minute);
    await expect.poll(() => told.faults).toHaveLength(look);
  }
  put("keyFile", pair.private);
  await pass(minute);
  await expect.poll(() => told.renewed).toBe(1);
});

test("a pair that is being renewed during the first check is used once it is there", async () => {
  const { pair, put, told, pass } = await open({ key: null });
  await expect.poll(() => told.faults).toHaveLength(1);
  put("keyFile", pair.private);
  await pass(minute);
  await expect.poll(() => told).toMatchObject({ renewed: 1, faults: [expect.any(String)] });
});

test("checks do not overlap", async () => {
  const { files, told, pass } = await open();
  rmSync(files.keyFile);
  await pass(5 * minute);
  await expect.poll(() => told.faults).toHaveLength(1);
});

test("after close() nothing is checked, and a second close() does nothing", async () => {
  const { pair, put, told, watch, pass } = await open();
  expect(vi.getTimerCount()).toBe(1);
  watch.close();
  watch.close();
  expect(vi.getTimerCount()).toBe(0);
  put("certFile", pair.cert);
  await pass(minute);
  expect(told).toEqual({ renewed: 0, faults: [] });
});

test.each([
  ["a new pair", "certFile"],
  ["a wrong pair", "keyFile"],
] as const)("%s that a check finds while the watch is closed is not reported", async (_what, file) => {
  const { pair, put, told, watch, pass } = await open();
  put(file, file === "certFile" ? pair.cert : (await newPair("other.test")).private);
  vi.advanceTimersByTime(minute);
  watch.close();
  for (let turn = 0; turn < 5; turn++) await pass(0);
  expect(told).toEqual({ renewed: 0, faults: [] });
});

test.each([[{}], [{ certFile: "cert.pem" }], [{ keyFile: "key.pem" }]])(
  "without both files, as with %j, there is no timer",
  (files) => {
    const watch = watchCertificate({ ...files, domain: "desk.test", onRenewed() {}, onError() {} });
    expect(vi.getTimerCount()).toBe(0);
    watch.close();
  },
);

test("the timer does not keep the process running", () => {
  vi.useRealTimers();
  const timers = vi.spyOn(globalThis, "setInterval");
  const files = { certFile: "cert.pem", keyFile: "key.pem", domain: "desk.test" };
  const watch = watchCertificate({ ...files, onRenewed() {}, onError() {} });
  const [timer] = timers.mock.results.map(({ value }) => value as NodeJS.Timeout);
  timers.mockRestore();
  expect(timer?.hasRef()).toBe(false);
  watch.close();
});
