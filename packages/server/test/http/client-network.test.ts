import { expect, test } from "vitest";
import { createClientIpReader, createClientNetworkReader, setClientIp } from "../../src/http/client-network.ts";

const ipOf = createClientIpReader([]);
const networkOf = createClientNetworkReader([]);

test.each([
  ["from within the process", {}],
  ["from a runtime other than Node", { runtime: { name: "bun" } }],
])("a request %s has no client", (_where, extra) => {
  const request = Object.assign(new Request("http://desk.test/"), extra);
  expect([ipOf(request), networkOf(request)]).toEqual([null, "in process"]);
});

test("a request that the process sends to itself has the IP address of the client it is for", () => {
  const request = new Request("http://desk.test/");
  setClientIp(request, "192.0.2.7");
  expect(ipOf(request)).toBe("192.0.2.7");
});

test.each([
  ["192.0.2.7", "192.0.2.8", false],
  ["2001:db8::1", "2001:db8::ffff:1", true],
  ["2001:db8::1", "2001:db8:0:1::1", false],
])("the clients %s and %s count together: %s", (first, second, areOne) => {
  const requests = [first, second].map((remoteAddress) =>
    Object.assign(new Request("http://desk.test/"), {
      runtime: { node: { req: { socket: { remoteAddress }, headers: {} } } },
    }),
  );
  expect(requests.map(ipOf)).toEqual([first, second]);
  expect(new Set(requests.map(networkOf)).size).toBe(areOne ? 1 : 2);
});

test.each([
  [["10.0.0.1"], "192.0.2.7", "192.0.2.7"],
  [["10.0.0.2"], "10.0.0.1", "10.0.0.1"],
  [[], "10.0.0.1", "10.0.0.1"],
])("with the trusted proxies %j the client behind 10.0.0.1 is %s, and counts as %s", (proxies, ip, network) => {
  const node = { req: { socket: { remoteAddress: "10.0.0.1" }, headers: { "x-forwarded-for": "192.0.2.7" } } };
  const request = Object.assign(new Request("http://desk.test/"), { runtime: { node } });
  expect(createClientIpReader(proxies)(request)).toBe(ip);
  expect(createClientNetworkReader(proxies)(request)).toBe(network);
});
