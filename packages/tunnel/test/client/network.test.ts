import { networkInterfaces } from "node:os";
import { expect, test } from "vitest";
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
