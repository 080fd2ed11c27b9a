import { IncomingMessage, ServerResponse } from "node:http";
import type { Socket } from "node:net";
import { Duplex } from "node:stream";
import { expect, test } from "vitest";
import { createResponseBufferLimits } from "../../src/http/response-buffer-limits.ts";

const KIBIBYTE = 1024;

/** A connection whose client reads when it is told to, or at once. */
function connect({ readsAtOnce = false } = {}) {
  const waiting: (() => void)[] = [];
  const socket = new Duplex({
    read() {},
    write(_chunk, _encoding, taken) {
      if (readsAtOnce) taken();
      else waiting.push(taken);
    },
  });
  socket.on("error", () => {});
  /** Reads all that was written. */
  const read = async () => {
    for (let turn = 0; turn < 20; turn++) {
      for (const taken of waiting.splice(0)) taken();
      await new Promise(setImmediate);
    }
  };
  return { socket: socket as unknown as Socket, read };
}

/** An answer of so many bytes, written to a connection and watched. */
async function answer(
  unread: ReturnType<typeof createResponseBufferLimits>,
  socket: Socket,
  bytes: number,
  { isNext = true } = {},
) {
  const response = new ServerResponse(new IncomingMessage(socket));
  // Node gives the socket to the answer whose turn it is, and keeps the others.
  if (isNext) response.assignSocket(socket);
  unread.watch(response);
  response.end(Buffer.alloc(bytes));
  await new Promise(setImmediate);
  await new Promise(setImmediate);
  response.once("finish", () => response.detachSocket(socket));
  return response;
}

test("a client that has read everything is no longer closed, however much waits for others", async () => {
  const unread = createResponseBufferLimits(100 * KIBIBYTE);
  const [reader, first, second] = [connect(), connect(), connect()];
  await answer(unread, reader.socket, 90 * KIBIBYTE);
  await reader.read();
  await answer(unread, first.socket, 60 * KIBIBYTE);
  await answer(unread, second.socket, 60 * KIBIBYTE);
  expect([reader, first, second].map(({ socket }) => socket.destroyed)).toEqual([false, true, false]);
});

test("a client that reads at once is never counted", async () => {
  const unread = createResponseBufferLimits(100 * KIBIBYTE);
  const [reader, first, second] = [connect({ readsAtOnce: true }), connect(), connect()];
  expect((await answer(unread, reader.socket, 10 * KIBIBYTE)).writableFinished).toBe(true);
  await answer(unread, first.socket, 60 * KIBIBYTE);
  await answer(unread, second.socket, 60 * KIBIBYTE);
  expect([reader, first, second].map(({ socket }) => socket.destroyed)).toEqual([false, true, false]);
});

test("a client that sends another request before it has read keeps its position", async () => {
  const unread = createResponseBufferLimits(100 * KIBIBYTE);
  const [first, second, third] = [connect(), connect(), connect()];
  await answer(unread, first.socket, 30 * KIBIBYTE);
  await answer(unread, second.socket, 30 * KIBIBYTE);
  await answer(unread, first.socket, 10 * KIBIBYTE, { isNext: false });
  await answer(unread, third.socket, 60 * KIBIBYTE);
  expect([first, second, third].map(({ socket }) => socket.destroyed)).toEqual([true, false, false]);
});

test("an answer that waits for another of its connection counts on when that was read", async () => {
  const unread = createResponseBufferLimits(100 * KIBIBYTE);
  const [first, second] = [connect(), connect()];
  const head = await answer(unread, first.socket, 10 * KIBIBYTE);
  await answer(unread, first.socket, 60 * KIBIBYTE, { isNext: false });
  await first.read();
  expect(head.writableFinished).toBe(true);
  await answer(unread, second.socket, 60 * KIBIBYTE);
  expect([first, second].map(({ socket }) => socket.destroyed)).toEqual([true, false]);
});

test("a client that disconnected without reading no longer counts", async () => {
  const unread = createResponseBufferLimits(100 * KIBIBYTE);
  const [before, gone, next] = [connect(), connect(), connect()];
  await answer(unread, before.socket, 30 * KIBIBYTE);
  await answer(unread, gone.socket, 60 * KIBIBYTE);
  gone.socket.destroy();
  await new Promise(setImmediate);
  await answer(unread, next.socket, 60 * KIBIBYTE);
  expect([before, next].map(({ socket }) => socket.destroyed)).toEqual([false, false]);
  // Nor does one that had gone before its answer was written.
  const early = connect();
  early.socket.destroy();
  await answer(unread, early.socket, 90 * KIBIBYTE);
  expect([before, next].map(({ socket }) => socket.destroyed)).toEqual([false, false]);
});

test("up to the limit may wait, and one byte more closes the client that has waited longest, and no other", async () => {
  const { socket } = connect();
  const [unread, probe] = [createResponseBufferLimits(Number.POSITIVE_INFINITY), connect()];
  // What an answer takes is more than its body.
  const bytes = (await answer(unread, probe.socket, 50 * KIBIBYTE)).writableLength;
  for (const [most, cut] of [
    [3 * bytes, []],
    [3 * bytes - 1, [0]],
    [2 * bytes - 1, [0, 1]],
  ] as const) {
    const limited = createResponseBufferLimits(most);
    const clients = [connect(), connect(), connect()];
    for (const client of clients) await answer(limited, client.socket, 50 * KIBIBYTE);
    const destroyed = clients.flatMap(({ socket }, at) => (socket.destroyed ? [at] : []));
    expect(destroyed).toEqual(cut);
  }
  socket.destroy();
});

test("a connection with repeated requests has one listener, and gets a new position after it has read", async () => {
  const unread = createResponseBufferLimits(100 * KIBIBYTE);
  const [often, once] = [connect(), connect()];
  await answer(unread, often.socket, 10 * KIBIBYTE);
  await often.read();
  const before = often.socket.listenerCount("close");
  for (let time = 0; time < 5; time++) {
    await answer(unread, often.socket, 10 * KIBIBYTE);
    await often.read();
  }
  expect(often.socket.listenerCount("close")).toBe(before);
  await answer(unread, once.socket, 60 * KIBIBYTE);
  await answer(unread, often.socket, 60 * KIBIBYTE);
  expect([often.socket.destroyed, once.socket.destroyed]).toEqual([false, true]);
});

test("a response without a socket is not tracked", () => {
  const unread = createResponseBufferLimits(0);
  for (const response of [undefined, {}, new Response("text")]) expect(() => unread.watch(response)).not.toThrow();
});
