import * as os from "node:os";
import { beforeEach, expect, test, vi } from "vitest";
import { checkNames, type Dns, type NamesToCheck } from "../../src/doctor/names.ts";

vi.mock("node:os", async (original) => ({ ...(await original<object>()), networkInterfaces: vi.fn() }));

beforeEach(() => {
  const address = { address: "192.0.2.9", family: "IPv4" } as os.NetworkInterfaceInfo;
  vi.mocked(os.networkInterfaces).mockReturnValue({ eth0: [address] });
});

type Addresses = Awaited<ReturnType<Dns["addresses"]>>;
type Records = Partial<{ [query in keyof Dns]: Awaited<ReturnType<Dns[query]>> }>;

/** What the doctor says of a server whose DNS has these records; the wildcards have those of the host unless they are given. */
async function check(
  {
    host,
    exchanges,
    wildcard = host,
    ...records
  }: Records & { host: Addresses; exchanges?: Addresses; wildcard?: Addresses },
  settings: Partial<NamesToCheck> = {},
) {
  const dns: Dns = {
    addresses: async (name) => {
      if (name === "desk.acme.org") return host;
      return /^frontdesk-/.test(name) ? wildcard : (exchanges ?? "none");
    },
    mx: async () => records.mx ?? { records: [{ exchange: "mx.acme.org", priority: 10 }] },
    reverse: async () => records.reverse ?? "none",
  };
  const results = await checkNames(dns, {
    host: "desk.acme.org",
    mailDomain: "acme.org",
    tunnelDomain: "t.acme.org",
    baseDomain: "vip.acme.org",
    publicAddresses: [],
    ...settings,
  });
  return (name: string) => results.filter((result) => result.check === name);
}

const here: Addresses = { records: ["192.0.2.9"] };

test("given public addresses replace those of this machine", async () => {
  const find = await check({ host: here }, { publicAddresses: ["203.0.113.7"] });
  expect(find("dns")).toMatchObject([
    { status: "warn", message: "desk.acme.org resolves to 192.0.2.9, and this machine has 203.0.113.7." },
  ]);
});

test("one of the host's addresses here is enough", async () => {
  const find = await check({ host: { records: ["198.51.100.1", "192.0.2.9"] } });
  expect(find("dns")).toMatchObject([{ status: "ok", message: "desk.acme.org resolves to 198.51.100.1, 192.0.2.9." }]);
});

test("the addresses of this machine that only it or its link can reach are not its own", async () => {
  const to = (address: string, family: "IPv4" | "IPv6") => ({ address, family }) as os.NetworkInterfaceInfo;
  vi.mocked(os.networkInterfaces).mockReturnValue({
    lo: [to("127.0.0.1", "IPv4"), to("127.200.0.1", "IPv4"), to("::1", "IPv6")],
    eth0: [to("192.0.2.9", "IPv4"), to("fe80::9", "IPv6"), to("febf::9", "IPv6"), to("2001:db8::9", "IPv6")],
  });
  const find = await check({ host: { records: ["198.51.100.1"] } });
  expect(find("dns")).toMatchObject([
    { message: "desk.acme.org resolves to 198.51.100.1, and this machine has 192.0.2.9, 2001:db8::9." },
  ]);
});

test("a machine without an address of its own says so", async () => {
  vi.mocked(os.networkInterfaces).mockReturnValue({});
  const find = await check({ host: here });
  expect(find("dns")).toMatchObject([{ message: expect.stringMatching(/and this machine has no address\.$/) }]);
});

test("where the host does not resolve, tunnels and mail are not compared with it", async () => {
  const find = await check({ host: "none", wildcard: here, exchanges: here });
  expect(find("wildcard").map(({ status }) => status)).toEqual(["ok", "ok"]);
  expect(find("mx")).toMatchObject([{ status: "ok" }]);
  expect(find("ptr")).toEqual([]);
});

test("the mail servers are listed as senders try them, by ascending priority", async () => {
  const mx = ["30 c", "5 a", "10 b"].map((text) => {
    const [priority, exchange] = text.split(" ");
    return { exchange: `${exchange}.acme.org`, priority: Number(priority) };
  });
  const find = await check({ host: here, exchanges: here, mx: { records: mx } });
  expect(find("mx").map(({ message }) => message)).toEqual([
    "acme.org has MX 5 a.acme.org (192.0.2.9).",
    "acme.org has MX 10 b.acme.org (192.0.2.9).",
    "acme.org has MX 30 c.acme.org (192.0.2.9).",
  ]);
});

test("a mail server of which no name server knows is only a warning, and one that does not resolve is a failure", async () => {
  const silent = await check({ host: here, exchanges: "silent" });
  expect(silent("mx")).toMatchObject([{ status: "warn", message: "No name server responded for mx.acme.org." }]);
  const none = await check({ host: here, exchanges: "none" });
  expect(none("mx")).toMatchObject([{ status: "fail", todo: "Add: mx.acme.org. A 192.0.2.9" }]);
  vi.mocked(os.networkInterfaces).mockReturnValue({});
  const nowhere = await check({ host: "none", exchanges: "none" });
  expect(nowhere("mx")).toMatchObject([{ todo: "Add: mx.acme.org. A <this server's address>" }]);
});

test.each([
  [{ records: ["."] }, "null MX"],
  [{ records: [""] }, "null MX"],
])("the MX %j takes no mail (%s)", async ({ records }, words) => {
  const mx = { records: records.map((exchange) => ({ exchange, priority: 0 })) };
  const find = await check({ host: here, mx });
  expect(find("mx")).toMatchObject([{ status: "fail", message: `acme.org rejects all mail (${words}).` }]);
});

test.each([
  ["none", "192.0.2.9 has no name (PTR)."],
  ["silent", "192.0.2.9 has no name (PTR), or no name server responded."],
] as const)("an address whose reverse look-up gives %s: %s", async (reverse, message) => {
  expect((await check({ host: here, reverse }))("ptr")).toMatchObject([{ status: "warn", message }]);
});
