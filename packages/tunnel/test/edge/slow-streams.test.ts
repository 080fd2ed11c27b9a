import http, { type IncomingMessage, type ServerResponse } from "node:http";
import { expect, onTestFinished, test, vi } from "vitest";
import { collect, createTestbed, type Testbed } from "./testbed.ts";

const PERIOD = 100;
const HOST = "Host: demo.tunnel.localhost\r\n";

/** A bed whose clock stands still until it is moved, and where a body must come on in each period. */
async function createSlowBed(): Promise<Testbed> {
  vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout", "setInterval", "clearInterval", "performance"] });
  onTestFinished(() => void vi.useRealTimers());
  return createTestbed({ tuning: { bodyWindow: 3 * PERIOD, heartbeat: 2 * PERIOD, responseTimeout: 1_000 * PERIOD } });
}

/** Time passes until something has happened. */
async function passUntil(happened: () => boolean): Promise<void> {
  while (!happened()) {
    await vi.advanceTimersByTimeAsync(PERIOD / 10);
    await new Promise((resolve) => setImmediate(resolve));
  }
}

test.each([
  ["of a known length", `Content-Length: 30\r\n`, (text: string) => text],
  ["in chunks", "Transfer-Encoding: chunked\r\n", (text: string) => `1\r\n${text}\r\n`],
])("an upload %s that brings a byte now and then lives", async (_what, framing, wrap) => {
  await using bed = await createSlowBed();
  let got = "";
  await bed.serve("demo", (request, response) => {
    request.on("data", (bytes) => (got += bytes));
    request.on("end", () => response.end(`<${got}>`));
  });
  const socket = await bed.connect();
  const reply = collect(socket, />/);
  socket.write(`POST / HTTP/1.1\r\n${HOST}${framing}\r\n`);
  for (let at = 0; at < 30; at++) {
    socket.write(wrap("b"));
    await passUntil(() => got.length > at);
    await vi.advanceTimersByTimeAsync(2 * PERIOD);
  }
  if (framing.startsWith("Transfer")) socket.write("0\r\n\r\n");
  expect(await reply).toContain(`<${"b".repeat(30)}>`);
});

test("a two-way stream lives as long as either side moves, and when the app has begun to answer also without", async () => {
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

test("an upload that the app holds back is not given up", async () => {
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

test("an upload that stops, to an app that says nothing, is given up", async () => {
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
