import { once } from "node:events";
import { type AddressInfo, createServer, type Socket } from "node:net";
import { afterEach, beforeEach, expect, onTestFinished, test, vi } from "vitest";
import { checkIncomingMail, checkPublicUrl } from "../../src/doctor/certificates.ts";
import type { CheckResult } from "../../src/doctor/check-result.ts";
import type { Dns } from "../../src/doctor/names.ts";
import { readSmtpGreeting } from "../../src/doctor/ports.ts";
import { parseOptions } from "../../src/options/options.ts";

vi.mock("../../src/doctor/ports.ts");

beforeEach(() => void vi.mocked(readSmtpGreeting).mockReset());
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

/** What the doctor says of port 25, for a domain with these mail servers. */
async function check(mailDomain: string, exchanges: string[]) {
  const records = exchanges.map((exchange) => ({ exchange, priority: 10 }));
  const dns = { mx: async () => ({ records }) } as unknown as Dns;
  const results = await checkIncomingMail(dns, parseOptions({ mailDomain, smtpTls: "off" }));
  return results.filter(({ check }) => check === "port-25");
}

test("each mail server of the domain is greeted on port 25, and its greeting is shown", async () => {
  vi.mocked(readSmtpGreeting).mockImplementation(async (host) => (host === "a.acme.org" ? "220 a ready" : null));
  expect(await check("acme.org", ["a.acme.org", "b.acme.org"])).toMatchObject([
    { status: "ok", message: "a.acme.org:25 greets: 220 a ready" },
    { status: "warn", message: "b.acme.org:25 does not greet from here." },
  ]);
  expect(vi.mocked(readSmtpGreeting).mock.calls).toEqual([
    ["a.acme.org", 25],
    ["b.acme.org", 25],
  ]);
});

test("no mail server is greeted for a domain that only this network knows", async () => {
  expect(await check("desk.test", ["a.desk.test"])).toMatchObject([{ status: "skip" }]);
  expect(readSmtpGreeting).not.toHaveBeenCalled();
});

test("a domain that only this network knows needs no certificate of an authority", async () => {
  const dns = { mx: async () => "none" } as unknown as Dns;
  const results = await checkIncomingMail(dns, parseOptions({ mailDomain: "desk.test" }));
  expect(results[0]).toMatchObject({ check: "smtp-tls", status: "ok" });
});

test("a public URL that does not respond within five seconds is a failure", async () => {
  vi.useFakeTimers();
  vi.stubGlobal("fetch", () => new Promise(() => {}));
  let results: CheckResult[] = [];
  void checkPublicUrl("http://desk.acme.org", "tunnel.acme.org").then((all) => (results = all));
  await vi.advanceTimersByTimeAsync(4_999);
  expect(results).toEqual([]);
  await vi.advanceTimersByTimeAsync(1);
  expect(results[0]).toMatchObject({
    status: "fail",
    message: "http://desk.acme.org does not respond from here.",
  });
});

test("a program at the public URL that does not answer in TLS is waited for five seconds", async () => {
  const sockets: Socket[] = [];
  const server = createServer((socket) => sockets.push(socket)).listen(0, "127.0.0.1");
  onTestFinished(() => {
    server.close();
    for (const socket of sockets) socket.destroy();
  });
  await once(server, "listening");
  const { port } = server.address() as AddressInfo;
  vi.useFakeTimers();
  vi.stubGlobal("fetch", async () => new Response());
  let results: CheckResult[] = [];
  void checkPublicUrl(`https://127.0.0.1:${port}`, "tunnel.acme.org").then((all) => (results = all));
  await vi.advanceTimersByTimeAsync(4_999);
  expect(results).toEqual([]);
  await vi.advanceTimersByTimeAsync(1);
  expect(results).toMatchObject([
    { check: "url", status: "ok" },
    { check: "tls", status: "fail", message: `No TLS server at 127.0.0.1:${port}.` },
  ]);
});
