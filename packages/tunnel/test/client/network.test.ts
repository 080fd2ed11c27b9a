import { syncBuiltinESMExports } from "node:module";
import os, { networkInterfaces } from "node:os";
import { expect, onTestFinished, test, vi } from "vitest";
import { hasLocalIp } from "../../src/client/network.ts";

const own = Object.values(networkInterfaces())
  .flatMap((all) => all ?? [])
  .map(({ address }) => address);

test.each([
  undefined,
  "127.0.0.1",
  "127.9.9.9",
  "::1",
  "::ffff:127.0.0.1",
  ...own,
  ...own.map((each) => `${each}%eth0`),
])("%s is taken for this machine's", (address) => expect(hasLocalIp(address)).toBe(true));

test.each(["192.0.2.77", "::ffff:192.0.2.77", "2001:db8::77", "::2", "1270.0.0.1"])("%s is not", (address) => {
  expect(hasLocalIp(address)).toBe(false);
});

test("every address is taken for this machine's if the system does not list them", () => {
  vi.spyOn(os, "networkInterfaces").mockImplementation(() => {
    throw new Error("not permitted");
  });
  syncBuiltinESMExports();
  onTestFinished(() => {
    vi.restoreAllMocks();
    syncBuiltinESMExports();
  });
  expect(hasLocalIp("192.0.2.77")).toBe(true);
});
