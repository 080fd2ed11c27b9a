import * as processes from "node:child_process";
import * as os from "node:os";
import { expect, test, vi } from "vitest";
import { runChecks } from "../../src/doctor/doctor.ts";
import { checkClock } from "../../src/doctor/machine.ts";
import { checkNames, type Dns } from "../../src/doctor/names.ts";
import { parseOptions } from "../../src/options/options.ts";

vi.mock("node:child_process", async (original) => ({ ...(await original<object>()), execFile: vi.fn() }));
vi.mock("node:os", async (original) => {
  const real = await original<typeof os>();
  return { ...real, networkInterfaces: vi.fn(real.networkInterfaces) };
});

const isNotSynchronized = / and is not synchronized\.$/;

test.each([
  ["yes\n", "ok", / and is synchronized\.$/],
  ["no\n", "warn", isNotSynchronized],
  ["\n", "warn", isNotSynchronized],
  [null, "skip", /\. Cannot check whether it is synchronized\.$/],
])("a clock that the system describes as %j: %s", async (stdout, status, message) => {
  vi.mocked(processes.execFile).mockImplementation(((...args: unknown[]) => {
    const done = args.at(-1) as (error: Error | null, result?: object) => void;
    if (stdout === null) done(new Error("timedatectl is missing"));
    else done(null, { stdout, stderr: "" });
  }) as unknown as typeof processes.execFile);
  const told = await checkClock();
  expect(vi.mocked(processes.execFile).mock.lastCall?.slice(0, 2)).toEqual([
    "timedatectl",
    ["show", "--property=NTPSynchronized", "--value"],
  ]);
  expect(told).toMatchObject({ status, message: expect.stringMatching(message) });
  expect(told.message).toMatch(/^The clock says \d{4}-\d\d-\d\dT[\d:.]+Z/);
  expect(told.todo).toBe(status === "warn" ? "Enable NTP: timedatectl set-ntp true (or install chrony)." : undefined);
});

test("loopback and link-local addresses of this machine are not listed", async () => {
  const address = (address: string, family: "IPv4" | "IPv6") => ({ address, family }) as os.NetworkInterfaceInfo;
  vi.mocked(os.networkInterfaces).mockReturnValueOnce({
    lo: [address("127.0.0.1", "IPv4"), address("::1", "IPv6")],
    eth0: [address("192.0.2.9", "IPv4"), address("2001:db8::9", "IPv6"), address("fe80::9", "IPv6")],
  });
  const nothing = async () => "none" as const;
  const dns: Dns = { addresses: async () => ({ records: ["198.51.100.1"] }), mx: nothing, reverse: nothing };
  const settings = { mailDomain: "acme.org", tunnelDomain: "tunnel.acme.org", baseDomain: "base.acme.org" };
  const [host] = await checkNames(dns, { ...settings, host: "desk.acme.org", publicAddresses: [] });
  expect(host).toMatchObject({
    status: "warn",
    message: "desk.acme.org resolves to 198.51.100.1, and this machine has 192.0.2.9, 2001:db8::9.",
  });
});

test("without a public URL the doctor checks the server's default URL, with its port", async () => {
  const { port } = parseOptions({});
  const results = await runChecks({ options: { storage: "memory:" }, dnsServers: [], publicAddresses: [] });
  const url = results.find(({ check }) => check === "url");
  expect(url?.message).toBe(`http://localhost:${port} is for programs on this machine.`);
});
