import { PassThrough } from "node:stream";
import { expect, test } from "vitest";
import { createConnectionLimit } from "../../../src/edge/access/connection-limit.ts";

const from = (remoteAddress: string) => Object.assign(new PassThrough(), { remoteAddress });

function setUp() {
  const limit = createConnectionLimit({ maxPerIp: 2, exempt: ["10.0.0.0/8"] });
  const open = (address: string) => {
    const socket = from(address);
    return limit.tryAdd(socket) ? socket : null;
  };
  return { limit, open };
}

test("an address may have up to the limit of connections, whatever others have", () => {
  const { open } = setUp();
  expect([1, 2, 3].map(() => open("203.0.113.9") !== null)).toEqual([true, true, false]);
  expect(open("203.0.113.10")).not.toBe(null);
});

test("a connection that closes makes room", async () => {
  const { open } = setUp();
  const first = open("203.0.113.9")!;
  open("203.0.113.9");
  const closed = new Promise((resolve) => first.once("close", resolve));
  first.destroy();
  await closed;
  expect([1, 2].map(() => open("203.0.113.9") !== null)).toEqual([true, false]);
});

test("a connection that was authenticated makes room, once", async () => {
  const { limit, open } = setUp();
  const first = open("203.0.113.9")!;
  open("203.0.113.9");
  limit.release(first);
  limit.release(first);
  const closed = new Promise((resolve) => first.once("close", resolve));
  first.destroy();
  await closed;
  expect([1, 2].map(() => open("203.0.113.9") !== null)).toEqual([true, false]);
});

test("the many addresses of one IPv6 network count as one", () => {
  const { open } = setUp();
  const admitted = ["2001:db8::1", "2001:db8::2", "2001:db8::3", "2001:db8:0:1::1"].map((one) => open(one) !== null);
  expect(admitted).toEqual([true, true, false, true]);
});

test.each(["127.0.0.1", "::1", "::ffff:127.0.0.1"])("%s, the machine itself, is limited too", (address) => {
  const { open } = setUp();
  expect([1, 2, 3].map(() => open(address) !== null)).toEqual([true, true, false]);
});

test.each(["10.1.2.3", "::ffff:10.1.2.3"])("%s, a listed proxy, is not limited", (address) => {
  const { open } = setUp();
  expect([1, 2, 3, 4].map(() => open(address) !== null)).toEqual([true, true, true, true]);
});

test("zero lifts the limit", () => {
  const limit = createConnectionLimit({ maxPerIp: 0, exempt: [] });
  expect([1, 2, 3].map(() => limit.tryAdd(from("203.0.113.9")))).toEqual([true, true, true]);
});

test("a connection that has already lost its address is not counted", () => {
  const limit = createConnectionLimit({ maxPerIp: 1, exempt: [] });
  const gone = () => Object.assign(new PassThrough(), { remoteAddress: undefined });
  expect([1, 2].map(() => limit.tryAdd(gone()))).toEqual([true, true]);
});
