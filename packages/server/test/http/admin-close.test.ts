import { once } from "node:events";
import { connect } from "node:net";
import { expect, onTestFinished, test } from "vitest";
import { createServer } from "../../src/index.ts";

const quiet = { info() {}, warn() {}, error() {} };

test("a closed server serves no request on the admin endpoints, not even one that was partly sent before", async () => {
  const server = await createServer({ storage: "memory:", smtp: false, port: 0, adminPort: 0, log: quiet });
  const { admin } = await server.listen();
  const socket = connect(Number(new URL(admin!).port), "127.0.0.1").setEncoding("utf8");
  onTestFinished(() => void socket.destroy());
  socket.on("error", () => {});
  const request = (path: string) => `GET ${path} HTTP/1.1\r\nHost: localhost\r\n`;
  // Both are read at once, so with the first response the server has begun to read the second request.
  socket.write(`${request("/healthz/live")}\r\n${request("/metrics")}`);
  expect((await once(socket, "data"))[0]).toMatch(/^HTTP\/1.1 200 /);
  await server.close();
  const responses: string[] = [];
  socket.on("data", (text: string) => void responses.push(text));
  const ended = new Promise((resolve) => socket.once("close", resolve).once("data", resolve));
  socket.write("\r\n");
  await ended;
  expect(responses).toEqual([]);
});
