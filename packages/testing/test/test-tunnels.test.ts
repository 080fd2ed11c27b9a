import { request } from "node:http";
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
