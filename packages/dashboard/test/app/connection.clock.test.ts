import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { problem, type Server, startServer, version } from "../page.ts";

let server: Server;
let app: typeof import("../../src/app/connection.ts");

beforeEach(async () => {
  vi.resetModules();
  vi.useFakeTimers({ now: Date.UTC(2026, 0, 1), toFake: ["setTimeout", "clearTimeout", "Date"] });
  server = startServer();
  server.respond("server/version", version);
  app = await import("../../src/app/connection.ts");
});
afterEach(() => {
  vi.useRealTimers();
});

const ask = (signal?: AbortSignal) =>
  app.monitoredFetch(new Request("http://desk.test/svc-api/server/version", signal ? { signal } : {}));

describe("the connection status", () => {
  test.each([
    [200, true],
    [401, true],
    [500, true],
    [503, true],
    [502, false],
    [504, false],
  ])("after a response of %i: %s", async (status, expected) => {
    server.respond("server/version", new Response(null, { status }));
    await ask();
    expect(app.isConnected.get()).toBe(expected);
    app.isConnected.set(true);
  });

  test("ignores a request that its own view aborted", async () => {
    server.respond("server/version", new Promise(() => {}));
    const stop = new AbortController();
    const asking = ask(stop.signal).catch(() => {});
    stop.abort();
    await asking;
    expect(app.isConnected.get()).toBe(true);
  });

  test("is offline after a request that timed out", async () => {
    server.respond("server/version", new Promise(() => {}));
    const stop = new AbortController();
    const asking = ask(stop.signal).catch(() => {});
    stop.abort(new DOMException("Too late", "TimeoutError"));
    await asking;
    expect(app.isConnected.get()).toBe(false);
    app.isConnected.set(true);
  });

  test("is offline after a request without a time limit that is never answered", async () => {
    server.respond("server/version", new Promise(() => {}));
    const late = new AbortController();
    const timeout = vi.spyOn(AbortSignal, "timeout").mockReturnValueOnce(late.signal);
    const asking = ask(new AbortController().signal).catch((error: unknown) => error);
    expect(timeout.mock.calls).toEqual([[55_000]]);
    late.abort(new DOMException("Too late", "TimeoutError"));
    expect(await asking).toMatchObject({ name: "TimeoutError" });
    expect(app.isConnected.get()).toBe(false);
    timeout.mockRestore();
    app.isConnected.set(true);
  });

  test("is checked until the server is back, and then no more", async () => {
    server.respond("server/version", problem(502, "gone"));
    await ask();
    for (let time = 1; time <= 3; time++) {
      await vi.advanceTimersByTimeAsync(1_500);
      expect(server.requests.length).toBe(1 + time);
    }
    server.respond("server/version", version);
    await vi.advanceTimersByTimeAsync(1_500);
    expect(app.isConnected.get()).toBe(true);
    await vi.advanceTimersByTimeAsync(10_000);
    expect(server.requests.length).toBe(5);
    expect(vi.getTimerCount()).toBe(0);
  });

  test("is checked on and on while no connection can be made", async () => {
    server.respond("server/version", () => Promise.reject(new TypeError("Failed to fetch")));
    await ask().catch(() => {});
    await vi.advanceTimersByTimeAsync(4_500);
    expect([app.isConnected.get(), server.requests.length]).toEqual([false, 4]);
    app.isConnected.set(true);
    expect(vi.getTimerCount()).toBe(0);
  });

  test("is checked again although the server never answers a check", async () => {
    const late: AbortController[] = [];
    const timeout = vi.spyOn(AbortSignal, "timeout").mockImplementation(() => {
      late.push(new AbortController());
      return late.at(-1)!.signal;
    });
    server.respond("server/version", new Promise(() => {}));
    app.isConnected.set(false);
    await vi.advanceTimersByTimeAsync(1_500);
    // The limit of a check, and that of any request.
    expect(timeout.mock.calls.flat()).toEqual([1_500, 55_000]);
    late[0]?.abort(new DOMException("Too late", "TimeoutError"));
    await vi.advanceTimersByTimeAsync(1_500);
    expect(server.requests.map(({ path }) => path)).toEqual(["server/version", "server/version"]);
    timeout.mockRestore();
    app.isConnected.set(true);
  });

  test("is checked as often after a connection that came and went as after one that only went", async () => {
    server.respond("server/version", problem(502, "gone"));
    app.isConnected.set(false);
    app.isConnected.set(true);
    app.isConnected.set(false);
    await vi.advanceTimersByTimeAsync(4_500);
    expect(server.requests.length).toBe(3);
    app.isConnected.set(true);
    expect(vi.getTimerCount()).toBe(0);
  });
});

test.each([
  [0, 0],
  [3_000, 0],
  [-3_000, 0],
  [4_000, 4_000],
  [-4_000, -4_000],
  [60_000, 60_000],
  [-60_000, -60_000],
])("a server whose clock is %i ms ahead moves the page's by %i ms", async (ahead, moved) => {
  const date = new Date(Date.now() + ahead).toUTCString();
  server.respond("server/version", new Response("{}", { headers: { date } }));
  await ask();
  expect(app.serverNow() - Date.now()).toBe(moved);
});

test("a response without the server's time, such as a proxy's, leaves the page's clock as it is", async () => {
  const date = new Date(Date.now() + 60_000).toUTCString();
  server.respond("server/version", new Response("{}", { headers: { date } }));
  await ask();
  server.respond("server/version", new Response("{}"));
  await ask();
  expect(app.serverNow() - Date.now()).toBe(60_000);
});
