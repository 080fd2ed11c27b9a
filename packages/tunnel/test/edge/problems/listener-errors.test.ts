import { EventEmitter, once } from "node:events";
import { createServer } from "node:http";
import { type AddressInfo, connect } from "node:net";
import { expect, test } from "vitest";
import { attachEdge, EDGE_SERVER_OPTIONS } from "../../../src/edge/attach.ts";
import { handleListenerErrors, runWithErrorHandler } from "../../../src/edge/problems/listener-errors.ts";
import { collect, createTestbed } from "../testbed.ts";

test("an error thrown by a listener reaches only the guard of its emitter", () => {
  const caught: unknown[] = [];
  const emitter = new EventEmitter();
  handleListenerErrors(emitter, (error) => void caught.push(error));
  emitter.on("data", () => {
    throw new Error("unforeseen");
  });
  expect(emitter.emit("data")).toBe(true);
  runWithErrorHandler(emitter, () => {
    throw new Error("also unforeseen");
  });
  // Node throws an error that nobody listens for.
  emitter.emit("error", new Error("reset"));
  expect(caught).toEqual([new Error("unforeseen"), new Error("also unforeseen")]);
});

test("errors of every entry point are answered or closed, reported, and affect nothing else", async () => {
  const told: unknown[] = [];
  await using bed = await createTestbed();
  await bed.serve("demo", (_request, response) => response.end("here"));
  const boom = () => {
    throw new Error("unforeseen");
  };
  const broken = createServer(EDGE_SERVER_OPTIONS);
  attachEdge(
    broken,
    { ...bed.edge, handleUpgrade: boom, handleRequest: boom },
    (request) => {
      if (request.url === "/now") boom();
      request.on("data", boom);
    },
    { onFailure: (what, error) => void told.push([what, (error as Error).message]) },
  );
  await once(broken.listen(0, "127.0.0.1"), "listening");
  const { port } = broken.address() as AddressInfo;
  const host = "Host: localhost\r\n";
  for (const [request, answer] of [
    [`GET /now HTTP/1.1\r\n${host}\r\n`, /^HTTP\/1\.1 500 /],
    [`POST /later HTTP/1.1\r\n${host}Content-Length: 4\r\n\r\nbody`, /^HTTP\/1\.1 500 /],
    [`GET /svc-tunnel/control HTTP/1.1\r\n${host}Connection: Upgrade\r\nUpgrade: x\r\n\r\n`, /^$/],
    [`GET / HTTP/1.1\r\n${host}Host: other\r\n\r\n`, /^HTTP\/1\.1 500 /],
  ] as const) {
    const socket = connect(port, "127.0.0.1");
    const reply = collect(socket, /\r\n\r\n/);
    socket.write(request);
    expect(await reply, request).toMatch(answer);
    socket.destroy();
  }
  expect(told).toEqual([
    ["A request", "unforeseen"],
    ["A request", "unforeseen"],
    ["A connection", "unforeseen"],
    ["A request", "unforeseen"],
  ]);
  broken.close();
  broken.closeAllConnections();
  expect((await bed.get("demo")).body).toBe("here");
});

test("events and other code are unaffected, with and without runWithErrorHandler", () => {
  const emitter = new EventEmitter();
  const heard: unknown[] = [];
  handleListenerErrors(emitter, (error) => void heard.push(error));
  emitter.on("data", (...values) => void heard.push(values));
  expect([emitter.emit("data", 1, 2), emitter.emit("nobody listens")]).toEqual([true, false]);
  emitter.on("end", () => {
    throw new Error("unforeseen");
  });
  // A listener was there, whatever it did.
  expect(emitter.emit("end")).toBe(true);
  expect(heard).toEqual([[1, 2], new Error("unforeseen")]);
  expect(() =>
    runWithErrorHandler(new EventEmitter(), () => {
      throw new Error("of a connection that nobody guards");
    }),
  ).not.toThrow();
});
