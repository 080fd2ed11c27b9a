import { once } from "node:events";
import net, { type AddressInfo } from "node:net";
import { expect, onTestFinished, test } from "vitest";
import type { ConnectionPool } from "../../src/edge/connections/connection-pool-types.ts";
import { startExchange } from "../../src/edge/exchange.ts";
import type { ExchangeOptions } from "../../src/edge/exchange-types.ts";
import type { RequestBody } from "../../src/edge/visitors/request-body.ts";
import type { ResponseWriter } from "../../src/edge/visitors/response-writer.ts";
import { collect, createTestbed } from "./testbed.ts";

/** A request that waits for its answer, on a clock that the test moves, and what the visitor is told. */
function wait(body: Partial<RequestBody> | undefined) {
  const told: number[] = [];
  const writer = {
    listen() {},
    bufferedBytes: () => 0,
    sendError: ({ status }) => void told.push(status),
  } as Partial<ResponseWriter>;
  const link = { sendRequest() {}, destroy() {}, release() {}, bufferedBytes: 0 };
  const pool = { isDraining: false, acquire: (take: (found: unknown) => void) => take(link) };
  const exchange = startExchange({
    writer: writer as ResponseWriter,
    method: "POST",
    route: { pool: pool as unknown as ConnectionPool, head: "", isIndexable: false },
    reroute: () => null,
    body:
      body &&
      ({
        length: 1,
        mayStall: false,
        takeBuffered: () => "",
        start() {},
        stop() {},
        isStalled: () => false,
        ...body,
      } as RequestBody),
    isUpgrade: false,
    responseTimeoutMs: 1_000,
    sendBuffers: { track() {}, untrack() {} },
    now: () => 0,
    onAbort() {},
    onEnd() {},
  } satisfies ExchangeOptions);
  return { told, exchange };
}

test.each([
  ["from its start, where there is no body", undefined, 1_000],
  ["from the end of the body", { isSent: true, lastProgressAt: 5_000 }, 6_000],
])("the app's time to begin its response counts %s", (_what, body, last) => {
  const { told, exchange } = wait(body);
  exchange.checkTimeouts(last);
  expect(told).toEqual([]);
  exchange.checkTimeouts(last + 1);
  expect(told).toEqual([504]);
});

test("while the body is arriving its own limits apply, and not the app's time to respond", () => {
  const { told, exchange } = wait({ isSent: false, lastProgressAt: 0 });
  exchange.checkTimeouts(1_000_000);
  expect(told).toEqual([]);
});

test("a connection to the app on which a body was not fully sent carries no other visitor's request", async () => {
  await using bed = await createTestbed();
  const heard: string[][] = [];
  const app = net.createServer((socket) => {
    const pieces: string[] = [];
    heard.push(pieces);
    socket.on("error", () => {});
    socket.on("data", (bytes) => {
      pieces.push(String(bytes));
      socket.write("HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nok");
    });
  });
  await once(app.listen(0, "127.0.0.1"), "listening");
  onTestFinished(() => void app.close());
  await bed.open("demo", (app.address() as AddressInfo).port);
  const upload = await bed.connect();
  const reply = collect(upload, /ok$/);
  upload.write("POST / HTTP/1.1\r\nHost: demo.tunnel.localhost\r\nContent-Length: 100000\r\n\r\n");
  await reply;
  expect((await bed.get("demo", "/next")).body).toBe("ok");
  expect(heard.map((pieces) => /^\w+ \S+/.exec(pieces.join(""))?.[0])).toEqual(["POST /", "GET /next"]);
});
