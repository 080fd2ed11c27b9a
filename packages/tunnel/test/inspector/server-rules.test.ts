import { once } from "node:events";
import net, { type AddressInfo } from "node:net";
import { expect, onTestFinished, test } from "vitest";
import { createJournal } from "../../src/inspector/journal.ts";
import { startInspector } from "../../src/inspector/server.ts";

const target = { host: "127.0.0.1", port: 1, https: false };

async function setUp(port = 0) {
  const journal = createJournal();
  journal.begin({ method: "GET", path: "/a?token=secret", headers: [] });
  const inspector = await startInspector({ journal, target, port });
  onTestFinished(() => inspector.close());
  const ask = (path: string, method = "GET", headers = {}) => fetch(inspector.url + path, { method, headers });
  return { journal, inspector, ask };
}

test.each([
  ["GET", "/", 200],
  ["POST", "/", 404],
  ["GET", "/other", 404],
  ["GET", "/api/requests", 200],
  ["POST", "/api/requests", 404],
  ["GET", "/api/requests/1", 200],
  ["DELETE", "/api/requests/1", 405],
  ["GET", "/api/requests/2", 404],
  ["GET", "/api/requests/1x", 404],
  ["GET", "/api/requests/1/other", 404],
  ["GET", "/api/requests/1/replay", 405],
  ["POST", "/api/requests/1/replay", 405],
  ["POST", "/api/requests/2/replay", 404],
])("%s %s gets %i, with the same security headers as the page", async (method, path, status) => {
  const { ask } = await setUp();
  const response = await ask(path, method);
  expect(response.status).toBe(status);
  expect(Object.fromEntries(response.headers)).toMatchObject({
    "cache-control": "no-store",
    "content-security-policy": expect.stringMatching(
      /^default-src 'none'; script-src 'sha256-\S+'; style-src 'sha256-\S+'; connect-src 'self'; img-src data:$/,
    ),
    "content-type": path === "/" && method === "GET" ? "text/html; charset=utf-8" : "application/json",
    "x-content-type-options": "nosniff",
    "x-frame-options": "DENY",
  });
  const text = await response.text();
  const errors: Record<number, string> = { 404: "This request is no longer recorded.", 405: "Method not allowed." };
  if (status !== 200) expect(JSON.parse(text)).toEqual({ error: errors[status] });
});

test("an app that does not answer a replayed request is reported", async () => {
  const { ask, inspector, journal } = await setUp();
  const response = await ask("/api/requests/1/replay", "POST", { origin: inspector.url });
  expect([response.status, await response.json()]).toEqual([502, { error: "The app did not respond." }]);
  expect(journal.find(2)).toMatchObject({ replayOf: 1, done: true });
  const { requests } = (await (await ask("/api/requests")).json()) as { requests: { ms: number }[] };
  expect(requests.map(({ ms }) => Number.isInteger(ms))).toEqual([true, true]);
  expect(requests).toMatchObject([
    { id: 2, replay_of: 1, path: "/a?token=•••" },
    { id: 1, replay_of: null, done: false },
  ]);
});

test("the inspector's own page may send requests, under each of its names, and none of another port", async () => {
  const { inspector } = await setUp();
  const { port } = new URL(inspector.url);
  const statusOf = async (host: string, origin: string) => {
    const socket = net.connect(Number(port), "127.0.0.1");
    socket.write(`GET /api/requests HTTP/1.1\r\nHost: ${host}\r\nOrigin: ${origin}\r\nConnection: close\r\n\r\n`);
    const [bytes] = await once(socket, "data");
    socket.destroy();
    const status = String(bytes).slice(9, 12);
    if (status === "403")
      expect(String(bytes)).toContain('{"error":"The inspector is available at its own URL only."}');
    return status;
  };
  for (const name of ["localhost", "127.0.0.1", "[::1]"]) {
    expect(await statusOf(`${name}:${port}`, `http://${name}:${port}`)).toBe("200");
    expect(await statusOf(name, `http://${name}`)).toBe("403");
  }
  expect(await statusOf(`localhost:${port}`, `http://127.0.0.1:${port}`)).toBe("403");
  // That of a sandboxed frame of any site.
  expect(await statusOf(`localhost:${port}`, "null")).toBe("403");
  expect(await statusOf(`localhost:${port}`, `https://localhost:${port}`)).toBe("403");
  expect(await statusOf(`localhost:${port}`, `http://localhost:${port}0`)).toBe("403");
});

test("a port in use is replaced by a free one, and nobody else on the network can connect", async () => {
  const taken = net.createServer().listen(0, "127.0.0.1");
  await once(taken, "listening");
  onTestFinished(() => void taken.close());
  const { port } = taken.address() as AddressInfo;
  const { inspector, ask } = await setUp(port);
  expect(new URL(inspector.url).port).not.toBe(String(port));
  expect((await ask("/")).status).toBe(200);
});

test("only this machine can connect, by the address that stands for it", async () => {
  const { inspector } = await setUp();
  const { port } = new URL(inspector.url);
  // Another address of the same machine, as the network would use one.
  const socket = net.connect(Number(port), "127.0.0.2");
  const outcome = await new Promise((resolve) => socket.on("connect", () => resolve("connected")).on("error", resolve));
  socket.destroy();
  expect(outcome).toMatchObject({ syscall: "connect" });
});

test("the inspector does not keep the process alive", async () => {
  const servers = () => process.getActiveResourcesInfo().filter((name) => name === "TCPServerWrap").length;
  const before = servers();
  await setUp();
  expect(servers()).toBe(before);
});

test("a closing inspector closes pending requests, and closes once", async () => {
  const { inspector } = await setUp();
  const { port } = new URL(inspector.url);
  const socket = net.connect(Number(port), "127.0.0.1");
  await once(socket, "connect");
  socket.on("error", () => {});
  await inspector.close();
  await inspector.close();
  await once(socket, "close");
  await expect(fetch(inspector.url)).rejects.toThrow();
});

test("the inspector's URL is refused once it is closed", async () => {
  const { ask, inspector } = await setUp();
  await (await ask("/api/requests")).text();
  await inspector.close();
  await expect(ask("/api/requests")).rejects.toThrow("fetch failed");
});
