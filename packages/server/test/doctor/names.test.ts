import { afterEach, expect, test } from "vitest";
import { checkNames, createDns } from "../../src/doctor/names.ts";
import { startNameServer, type Zone } from "./name-server.ts";

const stops: (() => void)[] = [];
afterEach(() => {
  for (const stop of stops.splice(0)) stop();
});

const names = {
  host: "desk.acme.org",
  mailDomain: "acme.org",
  tunnelDomain: "t.acme.org",
  baseDomain: "vip.localhost",
  publicAddresses: ["203.0.113.7"],
};

async function check(zone: Zone | null, settings: Partial<typeof names> = {}) {
  const { address, stop } = await startNameServer(zone);
  stops.push(stop);
  // Only one that never answers is not waited for.
  const found = await checkNames(createDns([address], zone === null ? 200 : 10_000), { ...names, ...settings });
  // Aliases have a test file of their own.
  const others = found.filter(({ check }) => check !== "aliases");
  return others.map(({ check, status, message, todo }) => [check, status, todo ?? message]);
}

test("names that point here pass", async () => {
  const found = await check({
    "desk.acme.org": { A: ["203.0.113.7"] },
    "*.t.acme.org": { A: ["203.0.113.7"] },
    "acme.org": { MX: ["10 desk.acme.org"] },
    "7.113.0.203.in-addr.arpa": { PTR: ["desk.acme.org"] },
  });
  expect(found).toEqual([
    ["dns", "ok", "desk.acme.org resolves to 203.0.113.7."],
    ["wildcard", "ok", "*.t.acme.org resolves to 203.0.113.7."],
    ["wildcard", "skip", "Tunnels under vip.localhost are for programs on this machine."],
    ["mx", "ok", "acme.org has MX 10 desk.acme.org (203.0.113.7)."],
    ["ptr", "ok", "203.0.113.7 is desk.acme.org."],
  ]);
});

test("names that do not resolve are listed with the records to add", async () => {
  expect(await check({})).toEqual([
    ["dns", "fail", "Add an A record: desk.acme.org. A <this server's address>"],
    ["wildcard", "fail", "Add: *.t.acme.org. A <this server's address>"],
    ["wildcard", "skip", expect.any(String)],
    ["mx", "fail", "Add: acme.org. MX 10 desk.acme.org."],
  ]);
});

test("names that point elsewhere are distinguished from those that point here", async () => {
  const found = await check({
    "desk.acme.org": { A: ["198.51.100.1"] },
    "*.t.acme.org": { A: ["198.51.100.2"] },
    "acme.org": { A: ["198.51.100.3"], MX: ["5 mx.other.org", "10 gone.other.org"] },
    "mx.other.org": { A: ["198.51.100.4"] },
  });
  expect(found.map(([check, status]) => [check, status])).toEqual([
    ["dns", "warn"],
    ["wildcard", "fail"],
    ["wildcard", "skip"],
    ["mx", "warn"],
    ["mx", "fail"],
    ["ptr", "warn"],
  ]);
  expect(found[1]![2]).toBe("Correct: *.t.acme.org. A 198.51.100.1");
});

test("a domain without an MX, and one that accepts no mail, show which record is missing", async () => {
  const here = { "desk.acme.org": { A: ["203.0.113.7"] }, "*.t.acme.org": { A: ["203.0.113.7"] } };
  const mxOf = async (zone: Zone) => (await check({ ...here, ...zone })).find(([check]) => check === "mx");
  expect(await mxOf({ "acme.org": { A: ["203.0.113.7"] } })).toEqual([
    "mx",
    "warn",
    "Add: acme.org. MX 10 desk.acme.org.",
  ]);
  expect(await mxOf({ "acme.org": { MX: ["0 "] } })).toEqual(["mx", "fail", "Add: acme.org. MX 10 desk.acme.org."]);
});

test("without a name server no result is claimed, and quickly", async () => {
  const found = await check(null);
  expect(found.map(([check, status]) => [check, status])).toEqual([
    ["dns", "warn"],
    ["wildcard", "warn"],
    ["wildcard", "skip"],
    ["mx", "warn"],
  ]);
});

test("the default settings cause no DNS query", async () => {
  const local = { host: "localhost", mailDomain: "desk.example.com", tunnelDomain: "tunnel.localhost" };
  const found = await check(null, local);
  expect(found.map(([check, status]) => [check, status])).toEqual([
    ["dns", "skip"],
    ["wildcard", "skip"],
    ["wildcard", "skip"],
    ["mx", "skip"],
  ]);
});
