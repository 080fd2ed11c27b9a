import { expect, test } from "vitest";
import { checkNames, type Dns } from "../../src/doctor/names.ts";

type Mx = Awaited<ReturnType<Dns["mx"]>>;
const mx = (...exchanges: string[]): Mx => ({ records: exchanges.map((exchange) => ({ exchange, priority: 10 })) });

/** What the doctor says of aliases without a plus sign if any name below the mail domain has these records. */
async function check(wildcard: { mx: Mx; addresses?: Awaited<ReturnType<Dns["addresses"]>> }, mailDomain = "acme.org") {
  const isWildcard = (name: string) => name.startsWith("frontdesk-") && name.endsWith(`.${mailDomain}`);
  const dns: Dns = {
    addresses: async (name) => (isWildcard(name) ? (wildcard.addresses ?? "none") : { records: ["192.0.2.9"] }),
    mx: async (name) => (isWildcard(name) ? wildcard.mx : mx("mx.acme.org")),
    reverse: async () => "none",
  };
  const domains = { mailDomain, tunnelDomain: "t.other.org", baseDomain: "vip.other.org" };
  const results = await checkNames(dns, { host: "desk.other.org", ...domains, publicAddresses: ["192.0.2.9"] });
  return results.filter((result) => result.check === "aliases");
}

test("a wildcard MX that leads to the domain's own mail server is fine", async () => {
  expect(await check({ mx: mx("mx.acme.org") })).toMatchObject([
    { status: "ok", message: "Mail for <tag>@<mailbox>.acme.org reaches this server." },
  ]);
});

test("a domain without one has no such aliases, and the record to add is named", async () => {
  const [result] = await check({ mx: "none" });
  expect(result).toMatchObject({ status: "skip" });
  expect(result?.message).toContain("add: *.acme.org. MX 10 desk.other.org.");
});

test.each([
  ["another mail server", { mx: mx("mx.elsewhere.org") }, "mx.elsewhere.org, which is not a mail server of acme.org"],
  ["another beside its own", { mx: mx("mx.acme.org", "mx.elsewhere.org") }, "*.acme.org has MX mx.elsewhere.org"],
  [
    "hosts of the same names",
    { mx: mx("mx.acme.org"), addresses: { records: ["192.0.2.1"] } },
    "also the name of hosts",
  ],
  ["silence", { mx: "silent" as const }, "No name server responded"],
])("%s is a warning", async (_what, wildcard, words) => {
  const [result] = await check(wildcard);
  expect(result).toMatchObject({ status: "warn", message: expect.stringContaining(words), todo: expect.anything() });
});

test("a mail domain without MX whose addresses nobody tells is a warning, because mail may arrive by them", async () => {
  const dns: Dns = { addresses: async () => "silent", mx: async () => "none", reverse: async () => "none" };
  const domains = { mailDomain: "acme.org", tunnelDomain: "t.other.org", baseDomain: "vip.other.org" };
  const results = await checkNames(dns, { host: "desk.other.org", ...domains, publicAddresses: [] });
  expect(results.find(({ check }) => check === "mx")).toMatchObject({
    status: "warn",
    message: "No name server responded for acme.org.",
  });
});

test("a local domain is not checked", async () => {
  expect(await check({ mx: "none" }, "desk.localhost")).toMatchObject([{ status: "skip" }]);
});
