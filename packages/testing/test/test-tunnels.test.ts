import { request } from "node:http";
import type { Frontdesk } from "@frontdesk/sdk";
import { expect, onTestFinished, test } from "vitest";
import { createTestTunnels } from "../src/fixtures/test-tunnels.ts";
import { createTestFrontdesk } from "../src/index.ts";

/** The tunnels of a test with this time limit. `end` aborts what the test left running. */
async function setUp(timeoutMs = 30_000) {
  const desk = await createTestFrontdesk({ listen: true });
  const end = new AbortController();
  const startedAt = performance.now();
  const limit = {
    timeoutMs: () => timeoutMs,
    startedAt: () => startedAt,
    signal: end.signal,
    advice: "`test.setTimeout`.",
  };
  const tunnels = createTestTunnels(desk.frontdesk, limit);
  onTestFinished(async () => {
    await tunnels.close();
    await desk.close();
  });
  return { ...tunnels, end, frontdesk: desk.frontdesk };
}

test("a test's tunnels release their names, even if the test has deleted one itself", async () => {
  const { open, close, frontdesk } = await setUp();
  await open({ port: 1 });
  await open({ port: 1 });
  const [first] = await frontdesk.subdomains.list();
  await frontdesk.subdomains.delete(first?.id ?? "");
  await close();
  expect(await frontdesk.subdomains.list()).toEqual([]);
});

test("a tunnel that could not be opened releases its name too", async () => {
  const { open, close, frontdesk } = await setUp();
  // The SDK checks the port only when the name is registered already.
  await expect(open({ port: -1 })).rejects.toThrow();
  await close();
  expect(await frontdesk.subdomains.list()).toEqual([]);
});

test("a wait for a request times out before the test does, and says how to raise the test's limit", async () => {
  const { open } = await setUp(200);
  const tunnel = await open({ port: 1 });
  await expect(tunnel.expectRequest(() => {}, { path: "/hooks" })).rejects.toThrow(
    /no request arrived at all\..* The time limit of the test is 200 ms; extend it with `test\.setTimeout`\./,
  );
});

test("the waits and loops of a test end with it", async () => {
  const { open, end } = await setUp();
  const tunnel = await open({ port: 1 });
  const waiting = tunnel.expectRequest(() => {});
  const { signal } = new AbortController();
  const loops = [tunnel.requests().next(), tunnel.requests({ signal }).next()];
  end.abort(new Error("The test ended."));
  await expect(waiting).rejects.toThrow("The test ended.");
  for (const loop of loops) expect((await loop).done).toBe(true);
});

test("a wait returns the request as without a limit", async () => {
  const { open } = await setUp();
  const tunnel = await open({ port: 1 });
  const { host, port } = new URL(tunnel.url);
  // Nothing listens on the port of the app, so the visitor gets a 502.
  const send = () =>
    request({ host: "127.0.0.1", port, method: "PUT", path: "/hooks", headers: { host }, agent: false }).end("body");
  const found = await tunnel.expectRequest(send, { timeout: 20_000 });
  expect([found.method, found.text()]).toEqual(["PUT", "body"]);
  expect(Object.keys(tunnel)).not.toContain("expectRequest");
});

test("a tunnel is given what the test says, and does not wait for running requests unless that says so", async () => {
  const given: object[] = [];
  const names: string[] = [];
  const deleted: string[] = [];
  const closed: string[] = [];
  const subdomains = {
    async register(name: string) {
      names.push(name);
      const id = `s${names.length}`;
      const openTunnel = async (options: object) => {
        given.push(options);
        return { expectRequest() {}, requests() {}, close: async () => void closed.push(id) };
      };
      return { id, openTunnel };
    },
    async delete(id: string) {
      deleted.push(id);
      if (id === "s1") throw new Error("not now");
    },
  };
  const limit = { timeoutMs: () => 0, startedAt: () => 0, signal: new AbortController().signal, advice: "" };
  const { open, close } = createTestTunnels({ subdomains } as unknown as Frontdesk, limit);
  await open({ port: 1, host: "127.0.0.9" });
  await open({ port: 2, drain: 5 });
  expect(given).toEqual([
    { port: 1, host: "127.0.0.9", drain: 0 },
    { port: 2, drain: 5 },
  ]);
  for (const name of names) expect(name).toMatch(/^test-[0-9a-f]{8}-[0-9a-f]{4}$/);
  expect(new Set(names).size).toBe(2);
  await expect(close()).rejects.toThrow("not now");
  await close();
  expect([closed, deleted]).toEqual([
    ["s1", "s2"],
    ["s1", "s2"],
  ]);
});
