import { expect, test } from "vitest";
import { createHostClassifier } from "../../../src/edge/access/host.ts";

const create = () =>
  createHostClassifier({
    tunnelDomain: "Tunnel.example.com",
    baseDomain: "Example.com",
    apiHost: "desk.example.com",
    reserved: ["www", "mail"],
  });
const refused = (status: number, reason: string) => ({ kind: "rejected", status, reason });
const noHostName = refused(400, "The Host header is not a host name with an optional port.");
const noTunnelName = refused(400, "The Host header is not a valid tunnel name.");
const noTunnel = (host: string, zone: string) =>
  refused(421, `${host} is not a tunnel name. Tunnels have one label under ${zone}.`);
const tunnel = (domain: string) => ({ kind: "tunnel", domain });

test.each([
  [undefined, { kind: "api" }],
  ["", { kind: "api" }],
  ["desk.example.com", { kind: "api" }],
  ["Desk.Example.com:8787", { kind: "api" }],
  ["tunnel.example.com", { kind: "api" }],
  ["example.com.", { kind: "api" }],
  ["desk.example.com.", { kind: "api" }],
  ["elsewhere.test", { kind: "api" }],
  ["[::1]:8787", { kind: "api" }],
  ["127.0.0.1", { kind: "api" }],
  ["x.1", noHostName],
  ["a b", noHostName],
  ["demo.tunnel.example.com", tunnel("demo.tunnel.example.com")],
  ["DEMO.Tunnel.Example.com:443", tunnel("demo.tunnel.example.com")],
  ["demo.example.com", tunnel("demo.example.com")],
  ["demo.tunnel.example.com.", refused(400, "The Host header ends in a dot.")],
  ["a.demo.tunnel.example.com", noTunnel("a.demo.tunnel.example.com", "tunnel.example.com")],
  ["a.demo.example.com", noTunnel("a.demo.example.com", "example.com")],
  ["www.tunnel.example.com", refused(404, "www.tunnel.example.com is a reserved name.")],
  ["www.example.com", { kind: "api" }],
  ["-demo.example.com", noTunnelName],
  ["de_mo.example.com", noTunnelName],
  ["demo.example.com:0", noHostName],
])("a Host of %j is for %j, the first time and each time", (host, expected) => {
  const classify = create();
  for (let time = 0; time < 2; time++) expect(classify(host)).toEqual(expected);
});

test("names of up to 299 characters are cached, the ten thousand that were used last", () => {
  const classify = create();
  const name = (label: string) => `${label}.tunnel.example.com`;
  const ofLength = (length: number) => name("x".repeat(length - name("").length));
  // A cached result is the same object again.
  const isCached = (host: string) => {
    const first = classify(host);
    return classify(host) === first;
  };
  expect([isCached(ofLength(299)), isCached(ofLength(300))]).toEqual([true, false]);
  const [first, second] = [classify(name("n1")), classify(name("n2"))];
  for (let number = 3; number <= 10_000; number++) classify(name(`n${number}`));
  expect(classify(name("n1"))).toBe(first);
  classify(name("one-more"));
  expect(classify(name("n1"))).toBe(first);
  expect(classify(name("n2"))).not.toBe(second);
});
