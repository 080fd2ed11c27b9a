import { once } from "node:events";
import net, { type AddressInfo, type Socket } from "node:net";
import { Duplex } from "node:stream";
import { expect, onTestFinished, test, vi } from "vitest";
import { createWriteBatch } from "../../src/wire/write-batch.ts";

const ROOM = 64 * 1024;

/** A connection whose other side reads each piece when it is told to; `got` are the very pieces. */
function connect(reads = false) {
  const got: Buffer[] = [];
  const waiting: (() => void)[] = [];
  const socket = new Duplex({
    read() {},
    write(chunk: Buffer, _encoding, done) {
      got.push(chunk);
      if (reads) done();
      else waiting.push(done);
    },
  });
  return { socket, got, readOne: () => waiting.shift()!() };
}

const fill = (socket: Duplex, text = "x".repeat(9_000)) => {
  const batch = createWriteBatch(socket, () => {});
  batch.addText(text, 0, text.length);
  return batch;
};

/** How many buffers are made from now on. */
function countBuffers(): () => number {
  const made = vi.spyOn(Buffer, "allocUnsafeSlow");
  onTestFinished(() => void made.mockRestore());
  return () => {
    const count = made.mock.calls.filter(([size]) => size === ROOM).length;
    made.mockClear();
    return count;
  };
}

test("sixteen unused buffers are kept for all connections, and no more", () => {
  const made = countBuffers();
  const useAtOnce = (count: number) => {
    const batches = Array.from({ length: count }, () => {
      const { socket } = connect();
      const batch = fill(socket);
      socket.destroy();
      return batch;
    });
    for (const batch of batches) batch.flush();
    return made();
  };
  useAtOnce(20);
  expect(useAtOnce(20)).toBe(4);
  expect(useAtOnce(16)).toBe(0);
});

test("a connection that is not read needs one buffer for all its small chunks", () => {
  const made = countBuffers();
  const { socket } = connect();
  const batch = fill(socket);
  batch.flush();
  made();
  for (let count = 0; count < 50; count++) {
    batch.addText("piece", 0, 5);
    batch.flush();
  }
  expect(made()).toBeLessThanOrEqual(1);
});

test("a stream that forwards the buffers themselves finds the written bytes in them", () => {
  const { socket, got } = connect(true);
  const texts = ["a", "b", "c"].map((letter) => letter.repeat(9_000));
  for (const text of texts) fill(socket, text).flush();
  expect(got.map(String)).toEqual(texts);
});

test("a buffer counts until the last write that needs it is done", () => {
  const { socket, readOne } = connect();
  const batch = fill(socket);
  expect(batch.bufferedBytes()).toBe(ROOM);
  batch.flush();
  expect(batch.bufferedBytes()).toBe(9_000 + ROOM);
  batch.addText("x".repeat(9_000), 0, 9_000);
  batch.flush();
  readOne();
  expect(batch.bufferedBytes()).toBe(9_000 + ROOM);
  readOne();
  expect(batch.bufferedBytes()).toBe(0);
});

test("large chunks are released when the system has accepted them, and in order with the small ones", async () => {
  const server = net.createServer();
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const near = net.connect((server.address() as AddressInfo).port, "127.0.0.1");
  const [far] = (await once(server, "connection")) as [Socket];
  onTestFinished(() => {
    for (const each of [near, far, server]) each instanceof net.Server ? each.close() : each.destroy();
  });
  const batch = createWriteBatch(near, () => {});
  const large = Buffer.alloc(100_000, "l");
  batch.addText("small", 0, 5);
  const written = new Promise<void>((resolve) => batch.addBytes(large, 0, large.length, resolve));
  batch.addText("end", 0, 3);
  batch.flush();
  let text = "";
  far.on("data", (bytes) => (text += bytes));
  await written;
  await expect.poll(() => text.length).toBe(100_008);
  expect(text).toBe(`small${large}end`);
});

test("a frame's header holds each byte of its numbers", () => {
  const { socket, got } = connect(true);
  const batch = createWriteBatch(socket, () => {});
  batch.addHeader(0xa1b2c3d4, 7, 0xe5f607);
  batch.flush();
  expect(got[0]!.toString("hex")).toBe("a1b2c3d407e5f607");
});
