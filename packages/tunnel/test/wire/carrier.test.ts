import { once } from "node:events";
import { type Duplex, duplexPair } from "node:stream";
import { buffer } from "node:stream/consumers";
import fc from "fast-check";
import { expect, test } from "vitest";
import { type Carrier, CHANNEL_WINDOW, createCarrier } from "../../src/wire/index.ts";

interface Ends {
  carrier: Carrier;
  /** The channels that arrived at the other side. */
  arrived: Duplex[];
  /** The bare ends of the connection. */
  near: Duplex;
  far: Duplex;
}

/** Two sides that are joined by a connection which delivers in pieces of these sizes. */
function join(sizes: readonly number[] = [65_536]): Ends {
  const [near, nearWire] = duplexPair();
  const [far, farWire] = duplexPair();
  let turn = 0;
  for (const [from, to] of [
    [nearWire, farWire],
    [farWire, nearWire],
  ] as const) {
    from.on("data", (bytes: Buffer) => {
      for (let at = 0; at < bytes.length; ) {
        const size = sizes[turn++ % sizes.length]!;
        to.write(bytes.subarray(at, at + size));
        at += size;
      }
    });
  }
  near.on("close", () => far.destroy());
  far.on("close", () => near.destroy());
  const arrived: Duplex[] = [];
  const carrier = createCarrier({ socket: near });
  createCarrier({ socket: far, onOpen: (channel) => arrived.push(channel) });
  return { carrier, arrived, near, far };
}

/** A side that is spoken to by hand. */
function alone(onOpen?: (channel: Duplex) => void): { socket: Duplex; closed: Promise<unknown> } {
  const [socket, own] = duplexPair();
  createCarrier({ socket: own, ...(onOpen && { onOpen }) });
  return { socket, closed: once(own, "close") };
}

const frame = (id: number, type: number, length: number, payload = "") => {
  const head = Buffer.alloc(8);
  head.writeUInt32BE(id);
  head[4] = type;
  head.writeUIntBE(length, 5, 3);
  return Buffer.concat([head, Buffer.from(payload)]);
};

test("channels pass bytes both ways, in order, however the connection cuts them", async () => {
  const piece = fc.uint8Array({ maxLength: 20_000 }).map((bytes) => Buffer.from(bytes));
  const talk = fc.array(fc.array(piece, { maxLength: 6 }), { minLength: 1, maxLength: 5 });
  const cuts = fc.array(fc.integer({ min: 1, max: 9_000 }), { minLength: 1, maxLength: 10 });
  await fc.assert(
    fc.asyncProperty(talk, cuts, async (channels, sizes) => {
      const { carrier, arrived } = join(sizes);
      const echoes = channels.map(async (pieces) => {
        const channel = carrier.open();
        for (const bytes of pieces) channel.write(bytes);
        channel.end();
        expect((await buffer(channel)).equals(Buffer.concat(pieces))).toBe(true);
      });
      while (arrived.length < channels.length) await new Promise((resolve) => setImmediate(resolve));
      for (const channel of arrived) channel.pipe(channel);
      await Promise.all(echoes);
      expect(carrier.size).toBe(0);
      carrier.destroy();
    }),
    { numRuns: 40 },
  );
});

test("what is written in one turn leaves in one piece", async () => {
  const { carrier, near } = join();
  let writes = 0;
  const write = near._write.bind(near);
  near._write = (chunk, encoding, done) => {
    writes++;
    write(chunk, encoding, done);
  };
  for (let at = 0; at < 50; at++) carrier.open().write("GET / HTTP/1.1\r\n\r\n", "latin1");
  await new Promise((resolve) => setImmediate(resolve));
  expect(writes).toBe(1);
});

test("a reader that stops holds its own writer back, and no other", async () => {
  const { carrier, arrived } = join();
  const [slow, fast] = [carrier.open(), carrier.open()];
  while (arrived.length < 2) await new Promise((resolve) => setImmediate(resolve));
  arrived[0]!.pause();
  slow.write(Buffer.alloc(4 * CHANNEL_WINDOW));
  fast.end("hello");
  expect(String(await buffer(arrived[1]!))).toBe("hello");
  expect(arrived[0]!.readableLength).toBe(CHANNEL_WINDOW);
  slow.end();
  expect((await buffer(arrived[0]!)).length).toBe(4 * CHANNEL_WINDOW);
});

test("a reader that takes little at a time gets all", async () => {
  const { carrier, arrived } = join();
  const channel = carrier.open();
  channel.end(Buffer.alloc(5 * CHANNEL_WINDOW));
  while (arrived.length < 1) await new Promise((resolve) => setImmediate(resolve));
  let got = 0;
  arrived[0]!.on("data", (bytes: Buffer) => {
    got += bytes.length;
    arrived[0]!.pause();
    setImmediate(() => arrived[0]!.resume());
  });
  await once(arrived[0]!, "end");
  expect(got).toBe(5 * CHANNEL_WINDOW);
});

test("a channel that is destroyed ends at the other side, and the others go on", async () => {
  const { carrier, arrived } = join();
  const [gone, kept] = [carrier.open(), carrier.open()];
  while (arrived.length < 2) await new Promise((resolve) => setImmediate(resolve));
  gone.destroy();
  await once(arrived[0]!, "close");
  expect(carrier.size).toBe(1);
  kept.end("still here");
  expect(String(await buffer(arrived[1]!))).toBe("still here");
});

test("with the connection all channels close, at both sides", async () => {
  const { carrier, arrived, far } = join();
  const channel = carrier.open();
  while (arrived.length < 1) await new Promise((resolve) => setImmediate(resolve));
  const closed = Promise.all([once(channel, "close"), once(arrived[0]!, "close")]);
  far.destroy();
  await closed;
});

test("frames of a channel that is closed here are passed over", async () => {
  let arrived = 0;
  const { socket } = alone(() => arrived++);
  socket.write(Buffer.concat([frame(7, 1, 5, "stray"), frame(7, 2, 0), frame(7, 4, 9), frame(8, 0, 0)]));
  await new Promise((resolve) => setImmediate(resolve));
  expect(arrived).toBe(1);
});

test.each([
  ["a frame of an unknown type", frame(0, 9, 0), true],
  ["a channel where none may be opened", frame(1, 0, 0), false],
  ["a channel's number a second time", Buffer.concat([frame(3, 0, 0), frame(3, 0, 0)]), true],
  [
    "more than the window",
    Buffer.concat([frame(1, 0, 0), frame(1, 1, CHANNEL_WINDOW + 1, "x".repeat(CHANNEL_WINDOW + 1))]),
    true,
  ],
  ["bytes after a channel's end", Buffer.concat([frame(1, 0, 0), frame(1, 2, 0), frame(1, 1, 1, "x")]), true],
])("%s closes the connection", async (_what, bytes, opens) => {
  const { socket, closed } = alone(opens ? () => {} : undefined);
  socket.write(bytes);
  await closed;
});

test("arbitrary bytes close it or are read, and nothing else happens", () => {
  fc.assert(
    fc.property(fc.array(fc.uint8Array({ maxLength: 64 })), (pieces) => {
      const { socket } = alone((channel) => channel.resume());
      for (const bytes of pieces) socket.write(Buffer.from(bytes));
      socket.destroy();
    }),
  );
});
