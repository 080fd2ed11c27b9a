import { Duplex } from "node:stream";
import { expect, test } from "vitest";
import { SOCKET_HIGH_WATER_MARK } from "../../src/wire/index.ts";
import { createWriteBatch, FRAME_HEADER_BYTES } from "../../src/wire/write-batch.ts";
import { turn } from "./ends.ts";

/** A connection whose other side reads when it is told to, and all memory that was handed to it. */
function connect() {
  const memory = new Set<ArrayBufferLike>();
  const got: Buffer[] = [];
  let reads = false;
  let waiting: (() => void) | undefined;
  const socket = new Duplex({
    highWaterMark: SOCKET_HIGH_WATER_MARK,
    read() {},
    write(chunk: Buffer, _encoding, done) {
      got.push(Buffer.from(chunk));
      if (reads) done();
      else waiting = done;
    },
  });
  const write = socket.write.bind(socket);
  socket.write = ((chunk: Buffer, ...rest: [() => void]) => {
    memory.add(chunk.buffer);
    return write(chunk, ...rest);
  }) as typeof socket.write;
  return {
    socket,
    memory: () => [...memory].reduce((sum, { byteLength }) => sum + byteLength, 0),
    got: () => Buffer.concat(got),
    read() {
      reads = true;
      waiting?.();
    },
  };
}

const ROOM = 64 * 1024;

test("the buffer of a chunk is free at once if the chunk is copied, which chunks up to 8 KiB are", () => {
  const batch = createWriteBatch(connect().socket, () => {});
  let released = 0;
  for (const length of [8_192, 8_193])
    batch.addBytes(Buffer.alloc(length), 0, length, () => {
      released++;
    });
  expect(released).toBe(1);
});

test("small chunks for a side that does not read use the memory that is counted, and arrive in order", async () => {
  const { socket, memory, got, read } = connect();
  const batch = createWriteBatch(socket, () => {});
  const sent: string[] = [];
  while (!socket.writableNeedDrain) {
    const text = `${sent.length},`;
    sent.push(text);
    batch.addText(text, 0, text.length);
    batch.addHeader(sent.length, 1, 0);
    // The batch is written at the end of this turn of the event loop.
    await new Promise(setImmediate);
  }
  expect(sent.length).toBeGreaterThan(5_000);
  expect(memory()).toBeLessThanOrEqual(batch.bufferedBytes());
  expect(batch.bufferedBytes()).toBeLessThanOrEqual(SOCKET_HIGH_WATER_MARK + 3 * ROOM);
  read();
  await turn();
  await turn();
  const received = got();
  expect(received.length).toBe(sent.join("").length + sent.length * FRAME_HEADER_BYTES);
  expect(batch.bufferedBytes()).toBe(0);
  let at = 0;
  // One assertion, because one for each of these many chunks takes long.
  const wrong = sent.filter((text, index) => {
    const header = at + text.length;
    const isRight = received.toString("latin1", at, header) === text && received.readUInt32BE(header) === index + 1;
    at = header + FRAME_HEADER_BYTES;
    return !isRight;
  });
  expect(wrong).toEqual([]);
});

test("the headers between large chunks need no buffers of their own", () => {
  const { socket, memory } = connect();
  const batch = createWriteBatch(socket, () => {});
  const large = Buffer.allocUnsafeSlow(9_000);
  for (let at = 0; at < 10; at++) {
    batch.addHeader(at, 1, large.length);
    batch.addBytes(large, 0, large.length);
  }
  expect(memory()).toBeLessThan(large.length + 10 * 2 * FRAME_HEADER_BYTES);
});

test("waiting bytes are reported before the connection is full", async () => {
  const { socket } = connect();
  let told = 0;
  const batch = createWriteBatch(socket, () => told++);
  batch.addHeader(1, 1, 0);
  await turn();
  expect(told).toBe(1);
  expect(socket.writableNeedDrain).toBe(false);
});

test("what is added before its connection is destroyed keeps no buffer, as no pending write calls back", async () => {
  const { socket } = connect();
  const batch = createWriteBatch(socket, () => {});
  batch.addBytes(Buffer.alloc(10_000), 0, 10_000);
  batch.addHeader(1, 1, 0);
  expect(batch.bufferedBytes()).toBe(10_000 + ROOM);
  socket.destroy();
  await new Promise(setImmediate);
  expect(batch.bufferedBytes()).toBe(socket.writableLength);
});
