import { expect, test } from "vitest";
import { toNetwork } from "../../../src/edge/access/network.ts";
import { createRejectionLog } from "../../../src/edge/problems/rejection-log.ts";

function setUp() {
  const bed = { time: 0, logged: [] as string[] };
  const log = { info() {}, warn: (line: string) => void bed.logged.push(line) };
  return { bed, rejections: createRejectionLog(log, () => bed.time) };
}

test("an address that is rejected repeatedly fills one line a minute", () => {
  const { bed, rejections } = setUp();
  for (let turn = 0; turn < 500; turn++) rejections.log("203.0.113.9", "a wrong token");
  expect(bed.logged).toEqual(["rejected 203.0.113.9: a wrong token"]);
  bed.time = 60_000;
  rejections.log("203.0.113.9", "a wrong token");
  expect(bed.logged.slice(1)).toEqual([
    "rejected 203.0.113.9 499 more times within that minute",
    "rejected 203.0.113.9: a wrong token",
  ]);
});

test("other addresses have their own lines, up to a limit", () => {
  const { bed, rejections } = setUp();
  for (let turn = 0; turn < 1_500; turn++) rejections.log(`10.0.${turn >> 8}.${turn & 255}`, "a wrong token");
  expect(bed.logged).toHaveLength(1_000);
  bed.time = 60_000;
  rejections.log("203.0.113.9", "a wrong token");
  expect(bed.logged.slice(1_000)).toEqual([
    "rejected 500 more requests from other IP addresses",
    "rejected 203.0.113.9: a wrong token",
  ]);
  bed.time = 120_000;
  rejections.log("203.0.113.9", "a wrong token");
  expect(bed.logged.slice(1_002)).toEqual(["rejected 203.0.113.9: a wrong token"]);
});

test.each([undefined, ""])(
  "a connection that closes before it is rejected is reported too, with the IP address %j",
  (ip) => {
    const { bed, rejections } = setUp();
    rejections.log(ip, "a wrong token");
    bed.time = 59_999;
    rejections.log(ip, "a wrong token");
    expect(bed.logged).toEqual(["rejected a closed connection: a wrong token"]);
  },
);

test("omitted lines are reported once there is room again, and not before", () => {
  const { bed, rejections } = setUp();
  for (let turn = 0; turn < 1_001; turn++) {
    bed.time = turn === 0 ? 0 : 30_000;
    rejections.log(`10.0.${turn >> 8}.${turn & 255}`, "a wrong token");
  }
  rejections.log("10.0.3.255", "a wrong token");
  expect(bed.logged).toHaveLength(1_000);
  bed.time = 60_000;
  rejections.log("10.0.3.255", "a wrong token");
  expect(bed.logged.slice(1_000)).toEqual([
    "rejected 2 more requests from other IP addresses",
    expect.stringMatching("^rejected 10.0.3.255:"),
  ]);
});

test.each([
  ["203.0.113.9", "203.0.113.9"],
  ["::ffff:203.0.113.9", "203.0.113.9"],
  ["::FFFF:203.0.113.9", "203.0.113.9"],
  ["2001:db8:1:2:3:4:5:6", "2001:db8:1:2::/64"],
  ["2001:0db8:0001:0002::1", "2001:db8:1:2::/64"],
  ["2001:db8::1", "2001:db8:0:0::/64"],
  ["::1", "0:0:0:0::/64"],
  ["fe80::1%eth0", "fe80:0:0:0::/64"],
])("%s is counted as %s", (address, network) => {
  expect(toNetwork(address)).toBe(network);
});
