import http, { type IncomingMessage, type ServerResponse } from "node:http";
import { expect, onTestFinished, test, vi } from "vitest";
import { collect, createTestbed, type Testbed } from "../testbed.ts";

const PERIOD = 100;
const HOST = "Host: demo.tunnel.localhost\r\n";

/** A bed whose clock stands still until it is moved, and where a body must come on in each period. */
async function createSlowBed(): Promise<Testbed> {
  vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout", "setInterval", "clearInterval", "performance"] });
  onTestFinished(() => void vi.useRealTimers());
  return createTestbed({
    tuning: { bodyTimeoutMs: 3 * PERIOD, heartbeatMs: 2 * PERIOD, responseTimeoutMs: 1_000 * PERIOD },
  });
}

/** Time passes until something has happened. */
async function passUntil(happened: () => boolean): Promise<void> {
  while (!happened()) {
    await vi.advanceTimersByTimeAsync(PERIOD / 10);
    await new Promise((resolve) => setImmediate(resolve));
  }
}

const PIECE = "b".repeat(50);
const framings: [string, (bytes: number) => string, (text: string) => string][] = [
  ["of a known length", (bytes) => `Content-Length: ${bytes}\r\n`, (text) => text],
  ["in chunks", () => "Transfer-Encoding: chunked\r\n", (text) => `${text.length.toString(16)}\r\n${text}\r\n`],
];

test.each(framings)("an upload %s that sends a little now and then survives", async (_what, framing, wrap) => {
  await using bed = await createSlowBed();
  let got = "";
  await bed.serve("demo", (request, response) => {
    request.on("data", (bytes) => (got += bytes));
    request.on("end", () => response.end(`<${got}>`));
  });
  const socket = await bed.connect();
  const reply = collect(socket, />/);
  socket.write(`POST / HTTP/1.1\r\n${HOST}${framing(30 * PIECE.length)}\r\n`);
  for (let turn = 1; turn <= 30; turn++) {
    socket.write(wrap(PIECE));
    await passUntil(() => got.length === turn * PIECE.length);
    await vi.advanceTimersByTimeAsync(2 * PERIOD);
  }
  if (framing(0).startsWith("Transfer")) socket.write("0\r\n\r\n");
  expect(await reply).toContain(`<${PIECE.repeat(30)}>`);
});

test.each(framings)("an upload %s of a byte now and then times out", async (_what, framing, wrap) => {
  await using bed = await createSlowBed();
  let got = 0;
  await bed.serve("demo", (request) => {
    request.on("data", (bytes) => (got += bytes.length));
    request.on("error", () => {});
  });
  const socket = await bed.connect();
  let over = false;
  const reply = collect(socket).finally(() => {
    over = true;
  });
  socket.write(`POST / HTTP/1.1\r\n${HOST}${framing(100_000)}\r\n`);
  let sent = 0;
  while (!over && sent < 30) {
    socket.write(wrap("b"));
    sent++;
    await passUntil(() => over || got >= sent);
    await vi.advanceTimersByTimeAsync(PERIOD / 2);
  }
  expect(over).toBe(true);
  expect(await reply).toMatch(/^HTTP\/1\.1 408 /);
});

test("an upload of a byte now and then survives once the app has begun to respond", async () => {
  await using bed = await createSlowBed();
  let got = "";
  await bed.serve("demo", (request, response) => {
    response.flushHeaders();
    request.on("data", (bytes) => (got += bytes));
    request.on("end", () => response.end("<whole>"));
  });
  const socket = await bed.connect();
  const reply = collect(socket, /<whole>/);
  socket.write(`POST / HTTP/1.1\r\n${HOST}Content-Length: 30\r\n\r\n`);
  for (let turn = 1; turn <= 30; turn++) {
    socket.write("b");
    await passUntil(() => got.length === turn);
    await vi.advanceTimersByTimeAsync(PERIOD);
  }
  expect(await reply).toContain("<whole>");
});

test("a two-way stream survives while either side sends, and without traffic once the app has begun to respond", async () => {
  await using bed = await createSlowBed();
  let app: { request: IncomingMessage; response: ServerResponse } | undefined;
  await bed.serve("demo", (request, response) => {
    app = { request, response };
    response.flushHeaders();
  });
  const headers = { host: "demo.tunnel.localhost", "transfer-encoding": "chunked" };
  const asking = http.request({ host: "127.0.0.1", port: bed.port, method: "POST", headers, agent: false });
  asking.on("error", () => {});
  let heard = "";
  asking.on("response", (response) => response.on("data", (bytes) => (heard += bytes)));
  asking.flushHeaders();
  await passUntil(() => app !== undefined);
  let said = "";
  app!.request.on("data", (bytes) => (said += bytes));

  for (let turn = 1; turn <= 10; turn++) {
    app!.response.write("a");
    await passUntil(() => heard.length === turn);
    await vi.advanceTimersByTimeAsync(2 * PERIOD);
  }
  await vi.advanceTimersByTimeAsync(50 * PERIOD);
  asking.write("late");
  await passUntil(() => said === "late");
  app!.response.end("!");
  asking.end();
  await passUntil(() => heard.endsWith("!"));
});

test("an upload that the app pauses does not time out", async () => {
  await using bed = await createSlowBed();
  let held: IncomingMessage | undefined;
  await bed.serve("demo", (request, response) => {
    held = request;
    request.on("end", () => response.end("<whole>"));
  });
  const socket = await bed.connect();
  const reply = collect(socket, />/);
  const size = 16 * 1024 * 1024;
  socket.write(`POST / HTTP/1.1\r\n${HOST}Content-Length: ${size}\r\n\r\n`);
  socket.write(Buffer.alloc(size, "u"));
  await passUntil(() => held !== undefined);
  await vi.advanceTimersByTimeAsync(20 * PERIOD);
  held!.resume();
  expect(await reply).toMatch(/^HTTP\/1\.1 200 [\s\S]*<whole>/);
});

test("an upload that stalls, to an app that is silent, times out", async () => {
  await using bed = await createSlowBed();
  let begun = false;
  await bed.serve("demo", (request) => {
    request.on("data", () => {
      begun = true;
    });
    request.on("error", () => {});
  });
  const socket = await bed.connect();
  const reply = collect(socket);
  socket.write(`POST / HTTP/1.1\r\n${HOST}Content-Length: 30\r\n\r\nb`);
  await passUntil(() => begun);
  let over = false;
  reply.then(() => {
    over = true;
  });
  await passUntil(() => over);
  expect(await reply).toMatch(/^HTTP\/1\.1 408 /);
});
