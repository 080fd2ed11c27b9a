import { EventEmitter } from "node:events";
import * as net from "node:net";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import type { CheckResult } from "../../src/doctor/check-result.ts";
import { checkPorts } from "../../src/doctor/ports.ts";
import { parseOptions } from "../../src/options/options.ts";

vi.mock("node:net", async (original) => ({ ...(await original<object>()), createServer: vi.fn(), connect: vi.fn() }));

const silence = () => new Promise<never>(() => {});

beforeEach(() => void vi.useFakeTimers());
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

/** Makes every port fail with this code of the system or without one (`undefined`), or be free (`null`). */
function setPorts(code: string | null | undefined) {
  const servers: { close: () => void }[] = [];
  vi.mocked(net.createServer).mockImplementation((() => {
    const server = Object.assign(new EventEmitter(), {
      close: vi.fn(),
      listen: vi.fn(() => {
        const event = code === null ? ["listening"] : ["error", Object.assign(new Error(code), { code })];
        queueMicrotask(() => void server.emit(...(event as [string])));
        return server;
      }),
    });
    servers.push(server);
    return server;
  }) as unknown as typeof net.createServer);
  return servers;
}

/** The results of a server with these settings, which are there after so many milliseconds, and not before. */
async function check(settings: object, after = 0) {
  const checking = checkPorts(parseOptions({ smtpPort: 0, ...settings }));
  if (after === 0) return checking;
  let results: CheckResult[] = [];
  void checking.then((all) => (results = all));
  await vi.advanceTimersByTimeAsync(after - 1);
  expect(results).toEqual([]);
  await vi.advanceTimersByTimeAsync(1);
  return results;
}

test.each([null, "EADDRINUSE"])("what listens for the check is closed again (%s)", async (code) => {
  const servers = setPorts(code);
  vi.stubGlobal("fetch", () => Promise.reject(new Error("refused")));
  await check({});
  expect(servers.map(({ close }) => vi.mocked(close).mock.calls.length)).toEqual([1]);
});

test.each([
  [{ host: "127.0.0.1", port: 80 }, 0, "This user may not open HTTP on 127.0.0.1:80."],
  [{ port: 0, smtpHost: "0.0.0.0", smtpPort: 25 }, 1, "This user may not open SMTP on 0.0.0.0:25."],
])("a port that this user may not open needs a privilege: %j", async (settings, index, message) => {
  setPorts("EACCES");
  expect((await check(settings))[index]).toEqual({
    check: "port",
    status: "fail",
    message,
    todo: "Ports below 1024 need the capability CAP_NET_BIND_SERVICE; deploy/frontdesk.service grants it.",
  });
});

test("an IP address that this machine does not have is named with the flag that sets it", async () => {
  setPorts("EADDRNOTAVAIL");
  expect(await check({ host: "127.0.0.1", smtpHost: "203.0.113.7", smtpPort: 25 })).toMatchObject([
    {
      message: "HTTP on 127.0.0.1:8787 cannot be opened (EADDRNOTAVAIL).",
      todo: "Use an IP address of this machine: --host.",
    },
    {
      message: "SMTP on 203.0.113.7:25 cannot be opened (EADDRNOTAVAIL).",
      todo: "Use an IP address of this machine: --smtp-host.",
    },
  ]);
});

test("a port that the system refuses without a code is said to be so", async () => {
  setPorts(undefined);
  expect((await check({}))[0]).toMatchObject({
    status: "fail",
    message: "HTTP on 127.0.0.1:8787 cannot be opened (unknown reason).",
  });
});

test.each([
  ["0.0.0.0", "localhost"],
  ["::", "localhost"],
  ["127.0.0.1", "127.0.0.1"],
  ["::1", "[::1]"],
])("what has the port of a server on %s is called at %s", async (host, called) => {
  setPorts("EADDRINUSE");
  const urls: string[] = [];
  vi.stubGlobal("fetch", async (url: string) => {
    urls.push(url);
    return Response.json({ name: "frontdesk" });
  });
  expect((await check({ host }))[0]?.status).toBe("ok");
  expect(urls).toEqual([`http://${called}:8787/svc-api/server/version`]);
});

test.each([
  ["response", silence],
  ["end of its response", async () => ({ json: silence })],
])("a program on the HTTP port that gives no %s within four seconds is another one", async (_what, respond) => {
  setPorts("EADDRINUSE");
  let signal: unknown;
  vi.stubGlobal("fetch", (_url: string, init: RequestInit) => {
    signal = init.signal;
    return respond();
  });
  expect((await check({}, 4_000))[0]).toMatchObject({ status: "fail" });
  // With it the request ends too.
  expect(signal).toBeInstanceOf(AbortSignal);
});

test("a program on the SMTP port that does not greet within four seconds is another one", async () => {
  setPorts("EADDRINUSE");
  const socket = Object.assign(new EventEmitter(), { destroy: vi.fn() });
  vi.mocked(net.connect).mockReturnValue(socket as unknown as net.Socket);
  const results = await check({ port: 0, smtpHost: "0.0.0.0", smtpPort: 2525 }, 4_000);
  expect(results[1]).toMatchObject({ status: "fail", message: "SMTP on 0.0.0.0:2525 is used by another program." });
  expect(vi.mocked(net.connect).mock.lastCall).toEqual([{ host: "localhost", port: 2525 }]);
  expect(socket.destroy).toHaveBeenCalledOnce();
});

test("a port that is free is said to be so, and the port 0 needs none", async () => {
  const servers = setPorts(null);
  expect(await check({ port: 8787, smtpHost: "0.0.0.0" })).toEqual([
    { check: "port", status: "ok", message: "HTTP on 127.0.0.1:8787 is free for the server." },
    { check: "port", status: "ok", message: "SMTP uses any free port." },
  ]);
  expect(servers.length).toBe(1);
});
