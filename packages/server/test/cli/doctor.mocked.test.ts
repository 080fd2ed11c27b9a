import { beforeEach, expect, test, vi } from "vitest";
import type { CheckResult } from "../../src/doctor/check-result.ts";
import { runChecks } from "../../src/doctor/doctor.ts";
import { call } from "./call.ts";

vi.mock("../../src/doctor/doctor.ts");

const results: CheckResult[] = [
  { check: "mx", status: "ok", message: "Mail arrives." },
  { check: "clock", status: "skip", message: "Cannot check." },
  { check: "ptr", status: "warn", message: "No name.", todo: "Set one." },
  { check: "storage", status: "fail", message: "It is full.", todo: "Free space." },
];

beforeEach(() => void vi.mocked(runChecks).mockReset().mockResolvedValue(results));

test("one failure of several checks ends the command with 1, in words and in JSON", async () => {
  expect(await call(["doctor"])).toEqual({
    code: 1,
    out: [
      "ok    mx        Mail arrives.",
      "skip  clock     Cannot check.",
      "warn  ptr       No name.",
      "                → Set one.",
      "fail  storage   It is full.",
      "                → Free space.",
    ].join("\n"),
    err: "1 of 4 checks failed.",
  });
  const { code, out } = await call(["doctor", "--json"]);
  expect([code, JSON.parse(out)]).toEqual([1, { ok: false, findings: results }]);
});

test("warnings and skipped checks are no failure", async () => {
  vi.mocked(runChecks).mockResolvedValue(results.slice(0, 3));
  const { code, out } = await call(["doctor", "--json"]);
  expect([code, JSON.parse(out).ok]).toEqual([0, true]);
});

test("name servers and public addresses are lists, in which spaces and empty parts do not count", async () => {
  await call(["doctor", "--dns-server", "192.0.2.53, 192.0.2.54,", "--public-address", "203.0.113.7,2001:db8::7"]);
  await call(["doctor"]);
  expect(
    vi.mocked(runChecks).mock.calls.map(([{ dnsServers, publicAddresses }]) => [dnsServers, publicAddresses]),
  ).toEqual([
    [
      ["192.0.2.53", "192.0.2.54"],
      ["203.0.113.7", "2001:db8::7"],
    ],
    [[], []],
  ]);
});
