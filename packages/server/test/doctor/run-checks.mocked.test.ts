import { afterEach, beforeEach, expect, test, vi } from "vitest";
import * as certificates from "../../src/doctor/certificates.ts";
import type { CheckResult } from "../../src/doctor/check-result.ts";
import { runChecks } from "../../src/doctor/doctor.ts";
import * as machine from "../../src/doctor/machine.ts";
import * as names from "../../src/doctor/names.ts";
import * as ports from "../../src/doctor/ports.ts";
import * as storage from "../../src/doctor/storage-check.ts";

vi.mock("../../src/doctor/certificates.ts");
vi.mock("../../src/doctor/machine.ts");
vi.mock("../../src/doctor/names.ts");
vi.mock("../../src/doctor/ports.ts");
vi.mock("../../src/doctor/storage-check.ts");

const passed = (check: string): CheckResult => ({ check, status: "ok", message: `${check} is fine.` });

beforeEach(() => {
  vi.useFakeTimers();
  vi.mocked(names.createDns).mockReset();
  vi.mocked(names.checkNames)
    .mockReset()
    .mockResolvedValue([passed("dns"), passed("mx")]);
  vi.mocked(ports.checkPorts)
    .mockReset()
    .mockResolvedValue([passed("port")]);
  vi.mocked(certificates.checkPublicUrl)
    .mockReset()
    .mockResolvedValue([passed("url")]);
  vi.mocked(certificates.checkIncomingMail)
    .mockReset()
    .mockResolvedValue([passed("smtp-tls")]);
  vi.mocked(storage.checkStorage)
    .mockReset()
    .mockResolvedValue([passed("storage")]);
  vi.mocked(machine.checkDisk).mockReset().mockResolvedValue(passed("disk"));
  vi.mocked(machine.checkClock).mockReset().mockResolvedValue(passed("clock"));
  vi.mocked(machine.checkLimits)
    .mockReset()
    .mockResolvedValue([passed("files")]);
});
afterEach(() => void vi.useRealTimers());

const run = (more: Partial<Parameters<typeof runChecks>[0]> = {}) =>
  runChecks({ options: { storage: "lmdb:/data/desk" }, dnsServers: [], publicAddresses: [], ...more });

test("the results are listed from the names down to the system's limits, whichever check ends first", async () => {
  vi.mocked(names.checkNames).mockImplementation(async () => {
    await new Promise((resolve) => setTimeout(resolve, 1_000));
    return [passed("dns"), passed("mx")];
  });
  const results = run();
  await vi.advanceTimersByTimeAsync(1_000);
  expect((await results).map(({ check }) => check)).toEqual([
    "dns",
    "mx",
    "port",
    "url",
    "smtp-tls",
    "storage",
    "disk",
    "clock",
    "files",
  ]);
});

test.each(["https://desk.acme.org", "https://desk.acme.org/", "https://desk.acme.org//"])(
  "the public URL %s is checked without a slash at its end, and with the domain of the tunnels",
  async (publicUrl) => {
    await run({
      options: { storage: "memory:", publicUrl, tunnelDomain: "t.acme.org", baseDomain: "vip.acme.org" },
    });
    expect(certificates.checkPublicUrl).toHaveBeenCalledWith("https://desk.acme.org", "t.acme.org");
  },
);

test("the names are looked up at the given name servers and compared with the given addresses", async () => {
  const dns = {} as names.Dns;
  vi.mocked(names.createDns).mockReturnValue(dns);
  await run({
    options: { storage: "memory:", publicUrl: "https://desk.acme.org:8443", mailDomain: "acme.org" },
    dnsServers: ["192.0.2.53"],
    publicAddresses: ["203.0.113.7"],
  });
  expect(vi.mocked(names.createDns).mock.calls).toEqual([[["192.0.2.53"]]]);
  expect(vi.mocked(names.checkNames).mock.lastCall).toEqual([
    dns,
    expect.objectContaining({ host: "desk.acme.org", mailDomain: "acme.org", publicAddresses: ["203.0.113.7"] }),
  ]);
  expect(vi.mocked(certificates.checkIncomingMail).mock.lastCall?.[0]).toBe(dns);
});

test("the ports and the incoming mail are checked with the server's settings", async () => {
  await run({ options: { storage: "memory:", port: 9000, smtpPort: 25, mailDomain: "acme.org" } });
  const settings = expect.objectContaining({ port: 9000, smtpPort: 25, mailDomain: "acme.org" });
  expect(vi.mocked(ports.checkPorts).mock.lastCall).toEqual([settings]);
  expect(vi.mocked(certificates.checkIncomingMail).mock.lastCall?.[1]).toEqual(settings);
});

test("of checks that never end, each is named", async () => {
  const forever = new Promise<never>(() => {});
  for (const check of [
    names.checkNames,
    ports.checkPorts,
    certificates.checkPublicUrl,
    certificates.checkIncomingMail,
    storage.checkStorage,
    machine.checkDisk,
    machine.checkClock,
    machine.checkLimits,
  ])
    vi.mocked(check as () => Promise<never>).mockReturnValue(forever);
  const results = run();
  await vi.advanceTimersByTimeAsync(20_000);
  expect((await results).map(({ check, status }) => `${check} ${status}`)).toEqual([
    "dns warn",
    "ports warn",
    "url warn",
    "mail warn",
    "storage warn",
    "disk warn",
    "clock warn",
    "limits warn",
  ]);
});

test.each([
  ["lmdb:/data/desk", "/data/desk"],
  ["redis://10.0.0.2:6379", null],
])("of the storage %s the disk of its folder is checked: %s", async (target, folder) => {
  const secret = Buffer.alloc(32).toString("base64");
  await run({ options: { storage: target, secret } });
  expect(storage.checkStorage).toHaveBeenCalledWith(target, secret);
  expect(machine.checkDisk).toHaveBeenCalledWith(folder);
});

test("a check that never ends is a warning after 20 seconds, and the others keep their results", async () => {
  vi.mocked(storage.checkStorage).mockReturnValue(new Promise(() => {}));
  let results: CheckResult[] | undefined;
  void run().then((all) => (results = all));
  await vi.advanceTimersByTimeAsync(19_999);
  expect(results).toBeUndefined();
  await vi.advanceTimersByTimeAsync(1);
  expect(results).toContainEqual({
    check: "storage",
    status: "warn",
    message: "This check timed out.",
    todo: "Run it again; if it times out again, report it.",
  });
  expect(results?.filter(({ status }) => status === "ok")).toHaveLength(8);
});
