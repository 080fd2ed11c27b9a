import { expect, test } from "vitest";
import { createHostClassifier } from "../../../src/edge/access/host.ts";

const create = () =>
  createHostClassifier({
    tunnelDomain: "Tunnel.example.com",
    baseDomain: "Example.com",
    apiHost: "desk.example.com",
    reserved: ["www", "mail"],
  });
const refused = (status: number) => ({ kind: "rejected", status });
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
  ["x.1", refused(400)],
  ["a b", refused(400)],
  ["demo.tunnel.example.com", tunnel("demo.tunnel.example.com")],
  ["DEMO.Tunnel.Example.com:443", tunnel("demo.tunnel.example.com")],
  ["demo.example.com", tunnel("demo.example.com")],
  ["demo.tunnel.example.com.", refused(400)],
  ["a.demo.tunnel.example.com", refused(421)],
  ["a.demo.example.com", refused(421)],
  ["www.tunnel.example.com", refused(404)],
  ["www.example.com", { kind: "api" }],
  ["-demo.example.com", refused(400)],
  ["de_mo.example.com", refused(400)],
  ["demo.example.com:0", refused(400)],
])("a Host of %j is for %j, the first time and each time", (host, expected) => {
  const classify = create();
  for (let time = 0; time < 2; time++) expect(classify(host)).toMatchObject(expected);
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
