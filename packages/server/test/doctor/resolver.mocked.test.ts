import { Resolver } from "node:dns/promises";
import { beforeEach, expect, test, vi } from "vitest";
import { createDns } from "../../src/doctor/names.ts";

vi.mock("node:dns/promises");

beforeEach(() => void vi.resetAllMocks());

/** The error of a resolver that has no result for a name. */
const failure = (code: string) => Object.assign(new Error(code), { code });

/** The addresses of a name of which the system's resolver says this by IPv4 and IPv6. */
async function look(four: string[] | string, six: string[] | string, name = "desk.acme.org") {
  const reply = (result: string[] | string) => async () => {
    if (typeof result === "string") throw failure(result);
    return result;
  };
  vi.mocked(Resolver.prototype.resolve4).mockImplementation(reply(four) as unknown as Resolver["resolve4"]);
  vi.mocked(Resolver.prototype.resolve6).mockImplementation(reply(six) as unknown as Resolver["resolve6"]);
  return createDns().addresses(name);
}

test("a name server gets two seconds for a query and is asked once", () => {
  createDns();
  expect(vi.mocked(Resolver).mock.calls).toEqual([[{ timeout: 2_000, tries: 1 }]]);
});

test("the system's name servers are kept unless others are given", () => {
  createDns();
  expect(Resolver.prototype.setServers).not.toHaveBeenCalled();
  createDns(["192.0.2.53"]);
  expect(Resolver.prototype.setServers).toHaveBeenCalledWith(["192.0.2.53"]);
});

test.each([
  ["both kinds", ["192.0.2.9"], ["2001:db8::9"], { records: ["192.0.2.9", "2001:db8::9"] }],
  ["IPv4 alone", ["192.0.2.9"], "ENODATA", { records: ["192.0.2.9"] }],
  ["IPv6 alone", "ENODATA", ["2001:db8::9"], { records: ["2001:db8::9"] }],
  ["no record", "ENODATA", "ENODATA", "none"],
  ["an empty list", [], [], "none"],
  ["no such name", "ENOTFOUND", "ENOTFOUND", "none"],
  ["no reply", "ETIMEOUT", "ETIMEOUT", "silent"],
  ["a server that fails", "ESERVFAIL", "ESERVFAIL", "silent"],
  ["a server that refuses", "EREFUSED", "EREFUSED", "silent"],
  ["no reply for IPv4", "ETIMEOUT", "ENODATA", "silent"],
  ["no reply for IPv6", "ENODATA", "ETIMEOUT", "none"],
  ["no reply for IPv4, but IPv6", "ETIMEOUT", ["2001:db8::9"], { records: ["2001:db8::9"] }],
])("the addresses of a name with %s", async (_what, four, six, expected) => {
  expect(await look(four, six)).toEqual(expected);
});

test.each(["192.0.2.9", "2001:db8::9"])("the address of %s is itself, without a query", async (ip) => {
  expect(await look("ENOTFOUND", "ENOTFOUND", ip)).toEqual({ records: [ip] });
  expect(Resolver.prototype.resolve4).not.toHaveBeenCalled();
});
