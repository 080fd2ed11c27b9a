import type { Socket } from "node:net";
import { leavesNothing } from "@frontdesk/test-kit";
import { expect, test } from "vitest";
import { createAccessRules } from "../../../src/edge/access/access-rules.ts";
import { createHostClassifier } from "../../../src/edge/access/host.ts";
import { isLoop, toRequestHead } from "../../../src/edge/visitors/visitor.ts";

const request = (rawHeaders: string[], headers: Record<string, string> = {}) => ({
  method: "GET",
  url: "/",
  headers: { host: "demo.example", ...headers },
  rawHeaders,
  // The visitor is read from it elsewhere.
  socket: {} as Socket,
});

const hops = (count: number, own = 0) =>
  [...Array.from({ length: count - own }, (_, at) => `cdn${at}.example`), ...Array(own).fill("demo.example")].join(
    ", ",
  );

test.each([
  ["no other hop", undefined, false],
  ["eleven others", hops(11), false],
  ["twelve others", hops(12), true],
  ["itself once", hops(3, 1), false],
  ["itself twice", hops(3, 2), true],
])("a request that came through %s is a loop: %s", (_, passed, expected) => {
  const headers = passed === undefined ? {} : { "cdn-loop": passed };
  expect(isLoop(request([], headers), "demo.example")).toBe(expected);
});

test.each([
  ["0", "rejected"],
  ["1", "tunnel"],
  ["65535", "tunnel"],
  ["65536", "rejected"],
  ["99999", "rejected"],
  ["", "rejected"],
])("a Host with the port «%s» is %s", (port, kind) => {
  const classify = createHostClassifier({
    tunnelDomain: "tunnel.example.com",
    baseDomain: "example.com",
    apiHost: "desk.example.com",
    reserved: [],
  });
  expect(classify(`demo.tunnel.example.com:${port}`).kind).toBe(kind);
});

test("header names made up by visitors do not fill the memory", async () => {
  const gate = createAccessRules({});
  let next = 0;
  const visitWithManyNames = () => {
    const names = Array.from({ length: 2_500 }, () => `x-${next++}-${"n".repeat(200)}`);
    toRequestHead({
      request: request(names.flatMap((name) => [name, "1"])),
      visitor: { ip: "192.0.2.1", proto: "http" },
      domain: "demo.example",
      access: gate,
      target: "/",
      framing: { kind: "none" },
      isWebSocket: false,
    });
  };
  // Each call would leave half a megabyte or more if the names were kept.
  await leavesNothing(visitWithManyNames, { calls: 10, bytesPerCall: 200_000 });
});
