import { once } from "node:events";
import { expect, test } from "vitest";
import { parseResponseHead } from "../../../src/wire/head.ts";
import { turn } from "../../wire/ends.ts";
import { createVisitorBed } from "./visitor-setup.ts";

test("a stopping server knows whether a visitor has still something to read, which none has that has left", async () => {
  const { connection, socket, visitor, visits, ask } = createVisitorBed();
  expect(connection.hasUnsentBytes()).toBe(false);
  await ask();
  visitor.pause();
  visits[0]!.writeHead(parseResponseHead("HTTP/1.1 200 OK\r\nContent-Length: 90000", "GET"), false);
  visits[0]!.write(Buffer.alloc(90_000));
  await turn();
  expect(connection.hasUnsentBytes()).toBe(true);
  // What waits for a connection may be counted for longer than it is open.
  Object.defineProperty(socket, "writableLength", { value: 90_000 });
  const closed = once(socket, "close");
  connection.destroy();
  await closed;
  expect(connection.hasUnsentBytes()).toBe(false);
});

test("a visitor may send 64 KiB beyond its current request before its connection is paused", async () => {
  const { socket, ask } = createVisitorBed();
  await ask();
  for (const [bytes, isPaused] of [
    [65_000, false],
    [536, false],
    [1, true],
  ] as const) {
    socket.emit("data", Buffer.alloc(bytes, "a"));
    expect(socket.isPaused()).toBe(isPaused);
  }
});
