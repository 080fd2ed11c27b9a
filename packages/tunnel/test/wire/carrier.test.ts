import { once } from "node:events";
import { type Duplex, duplexPair } from "node:stream";
import fc from "fast-check";
import { expect, test } from "vitest";
import { type Carrier, CHANNEL_WINDOW, type Channel, createCarrier } from "../../src/wire/index.ts";

const now = () => performance.now();
const turn = () => new Promise((resolve) => setImmediate(resolve));

/** Takes what comes over a channel. */
function listen(channel: Channel) {
  const heard = { text: Buffer.alloc(0), ended: false, closed: false, drained: 0 };
  const pieces: Buffer[] = [];
  let done = () => {};
  const over = new Promise<void>((resolve) => {
    done = resolve;
  });
  channel.user = {
    onData: (bytes) => void pieces.push(Buffer.from(bytes)),
    onDrain: () => void heard.drained++,
    onEnd() {
      heard.ended = true;
      done();
    },
    onClose() {
      heard.closed = true;
      done();
    },
  };
  channel.resume();
  return Object.assign(heard, {
    over,
    bytes: () => Buffer.concat(pieces),
    async until(length: number) {
      while (pieces.reduce((sum, bytes) => sum + bytes.length, 0) < length) await turn();
    },
  });
}

interface Ends {
  carrier: Carrier;
  /** The channels that arrived at the other side. */
  arrived: Channel[];
  /** The bare ends of the connection. */
  near: Duplex;
  far: Duplex;
}

/** A connection that delivers in pieces of these sizes. */
function connect(sizes: readonly number[] = [65_536]): [Duplex, Duplex] {
  const [near, nearWire] = duplexPair();
  const [far, farWire] = duplexPair();
  let at = 0;
  for (const [from, to] of [
    [nearWire, farWire],
    [farWire, nearWire],
  ] as const) {
    from.on("data", (bytes: Buffer) => {
      for (let start = 0; start < bytes.length; ) {
        const size = sizes[at++ % sizes.length]!;
        // A copy: the sender may use its buffer again.
        if (!to.write(Buffer.from(bytes.subarray(start, start + size)))) from.pause();
        start += size;
      }
    });
    to.on("drain", () => from.resume());
  }
  near.on("close", () => far.destroy());
  far.on("close", () => near.destroy());
  return [near, far];
}

function join(sizes?: readonly number[], onArrive: (channel: Channel) => void = (channel) => channel.pause()): Ends {
  const [near, far] = connect(sizes);
  const arrived: Channel[] = [];
  const carrier = createCarrier({ socket: near, now });
  createCarrier({
    socket: far,
    now,
    onOpen(channel) {
      arrived.push(channel);
      onArrive(channel);
    },
  });
  return { carrier, arrived, near, far };
}

/** Sends back what comes, and holds the sender back while it can't. */
function echo(channel: Channel): void {
  channel.user = {
    onData: (bytes) => void (channel.write(bytes) || channel.pause()),
    onDrain: () => channel.resume(),
    onEnd: () => channel.end(),
    onClose() {},
  };
}

/** A side that is spoken to by hand. */
function alone(onOpen?: (channel: Channel) => void): { socket: Duplex; closed: Promise<unknown> } {
  const [socket, own] = duplexPair();
  createCarrier({ socket: own, now, ...(onOpen && { onOpen }) });
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
      const { carrier } = join(sizes, echo);
      const echoes = channels.map(async (pieces) => {
        const channel = carrier.open();
        const heard = listen(channel);
        for (const bytes of pieces) channel.write(bytes);
        channel.end();
        await heard.over;
        expect(heard.bytes().equals(Buffer.concat(pieces))).toBe(true);
      });
      await Promise.all(echoes);
      await turn();
      expect(carrier.size).toBe(0);
      carrier.destroy();
    }),
    { numRuns: 40 },
  );
});

test("text and bytes of every size reach the other side as they were sent", async () => {
  const { carrier } = join([4_096], echo);
  const channel = carrier.open(true);
  const heard = listen(channel);
  const pieces = ["caf\xe9", Buffer.alloc(200_000, "b"), "x".repeat(100_000), Buffer.from([0, 255])];
  for (const piece of pieces) channel.write(piece);
  channel.end();
  await heard.over;
  const sent = pieces.map((piece) => (typeof piece === "string" ? Buffer.from(piece, "latin1") : piece));
  expect(heard.bytes().equals(Buffer.concat(sent))).toBe(true);
});

test("what is written in one turn leaves in one piece", async () => {
  const { carrier, near } = join();
  let writes = 0;
  const write = near._write.bind(near);
  near._write = (chunk, encoding, done) => {
    writes++;
    write(chunk, encoding, done);
  };
  for (let at = 0; at < 50; at++) carrier.open().write("GET / HTTP/1.1\r\n\r\n");
  await turn();
  expect(writes).toBe(1);
});

test("a reader that stops holds its own writer back, and no other", async () => {
  const ends = join();
  const [slow, fast] = [ends.carrier.open(), ends.carrier.open()];
  slow.write(Buffer.alloc(4 * CHANNEL_WINDOW));
  fast.write("hello");
  fast.end();
  while (ends.arrived.length < 2) await turn();
  const beside = listen(ends.arrived[1]!);
  await beside.over;
  expect(String(beside.bytes())).toBe("hello");
  slow.end();
  const behind = listen(ends.arrived[0]!);
  await behind.over;
  expect(behind.bytes().length).toBe(4 * CHANNEL_WINDOW);
});

test("a writer is told when there is room again", async () => {
  const { carrier, arrived } = join();
  const channel = carrier.open();
  const heard = listen(channel);
  expect(channel.write(Buffer.alloc(2 * CHANNEL_WINDOW))).toBe(false);
  while (arrived.length < 1) await turn();
  listen(arrived[0]!);
  while (heard.drained === 0) await turn();
});

test("a reader that takes little at a time gets all", async () => {
  const { carrier, arrived } = join();
  const channel = carrier.open();
  channel.write(Buffer.alloc(5 * CHANNEL_WINDOW));
  channel.end();
  while (arrived.length < 1) await turn();
  const [reader] = arrived as [Channel];
  let got = 0;
  await new Promise<void>((resolve) => {
    reader.user = {
      onData(bytes) {
        got += bytes.length;
        reader.pause();
        setImmediate(() => reader.resume());
      },
      onDrain() {},
      onEnd: resolve,
      onClose() {},
    };
    reader.resume();
  });
  expect(got).toBe(5 * CHANNEL_WINDOW);
});

test("a channel that is destroyed ends at the other side, and the others go on", async () => {
  const { carrier, arrived } = join();
  const [gone, kept] = [carrier.open(), carrier.open()];
  while (arrived.length < 2) await turn();
  const [cut, other] = arrived.map(listen);
  gone.destroy();
  await cut!.over;
  expect(cut!.closed).toBe(true);
  expect(carrier.size).toBe(1);
  kept.write("still here");
  kept.end();
  await other!.over;
  expect(String(other!.bytes())).toBe("still here");
});

test("with the connection all channels close, at both sides", async () => {
  const { carrier, arrived, far } = join();
  const here = listen(carrier.open());
  while (arrived.length < 1) await turn();
  const there = listen(arrived[0]!);
  far.destroy();
  await Promise.all([here.over, there.over]);
  expect(here.closed && there.closed).toBe(true);
});

test("a connection of its own goes with a reader that stopped, and serves the next after one that did not", async () => {
  const { carrier, arrived } = join(undefined, () => {});
  carrier.open(true).destroy();
  const second = carrier.open(true);
  const heard = listen(second);
  while (arrived.length < 2) await turn();
  arrived[1]!.write("next");
  await heard.until(4);
  second.pause();
  second.destroy();
  expect(carrier.closed).toBe(true);
});

/** Both sides of an agent's connections: one that is shared, and one that is kept for a long answer. */
function joinTwo(sizes?: readonly number[]) {
  const [near, far] = connect(sizes);
  const [spareNear, spareFar] = connect(sizes);
  const arrived: Channel[] = [];
  const carrier = createCarrier({ socket: near, now });
  carrier.name(7, 1, false);
  const spare = createCarrier({ socket: spareNear, now, onTake: (number) => (number === 1 ? carrier : undefined) });
  spare.name(7, 2, true);
  const reserve = createCarrier({ socket: spareFar, now });
  createCarrier({ socket: far, now, onOpen: (channel) => arrived.push(channel), toReserve: () => reserve });
  return { carrier, spare, reserve, arrived, far, spareFar };
}

test.each([[[65_536]], [[977]], [[7, 30_000]]])(
  "a long answer goes on over a connection of its own, cut into %j",
  async (sizes) => {
    const { carrier, spare, reserve, arrived } = joinTwo(sizes);
    const heard = listen(carrier.open());
    while (arrived.length < 1) await turn();
    const answer = Buffer.alloc(6 * CHANNEL_WINDOW);
    for (let at = 0; at < answer.length; at += 4) answer.writeUInt32BE(at, at);
    listen(arrived[0]!);
    for (let at = 0; at < answer.length; at += 50_000) arrived[0]!.write(answer.subarray(at, at + 50_000));
    expect(arrived[0]!.moved).toBe(true);
    arrived[0]!.end();
    await heard.over;
    expect(heard.bytes().equals(answer)).toBe(true);
    expect([carrier.closed, spare.closed, reserve.closed]).toEqual([false, false, false]);
  },
);

test("a visitor who leaves takes the connection along to which its answer had moved, and no other", async () => {
  const { carrier, spare, arrived } = joinTwo();
  const channel = carrier.open();
  channel.pause();
  while (arrived.length < 1) await turn();
  const there = listen(arrived[0]!);
  arrived[0]!.write(Buffer.alloc(2 * CHANNEL_WINDOW));
  while (!channel.moved) await turn();
  channel.destroy();
  await there.over;
  expect(there.closed).toBe(true);
  expect([carrier.closed, spare.closed]).toEqual([false, true]);
});

test("an answer is cut when the connection that it moved to is lost", async () => {
  const { carrier, arrived, spareFar } = joinTwo();
  const channel = carrier.open();
  const heard = listen(channel);
  channel.pause();
  while (arrived.length < 1) await turn();
  arrived[0]!.write(Buffer.alloc(2 * CHANNEL_WINDOW));
  while (!channel.moved) await turn();
  spareFar.destroy();
  await heard.over;
  expect(heard.closed && !heard.ended).toBe(true);
});

test("frames of a channel that is closed here are passed over", async () => {
  let arrived = 0;
  const { socket } = alone(() => arrived++);
  socket.write(
    Buffer.concat([frame(7, 1, 5, "stray"), frame(7, 2, 0), frame(7, 4, 9), frame(7, 8, 0), frame(8, 0, 0)]),
  );
  await turn();
  expect(arrived).toBe(1);
});

test.each([
  ["a frame of an unknown type", frame(0, 99, 0), true],
  ["a channel where none may be opened", frame(1, 0, 0), false],
  ["a channel's number a second time", Buffer.concat([frame(3, 0, 0), frame(3, 0, 0)]), true],
  [
    "more than the window",
    Buffer.concat([frame(1, 0, 0), frame(1, 1, CHANNEL_WINDOW + 1, "x".repeat(CHANNEL_WINDOW + 1))]),
    true,
  ],
  ["bytes after a channel's end", Buffer.concat([frame(1, 0, 0), frame(1, 2, 0), frame(1, 1, 1, "x")]), true],
  ["a channel taken over from nowhere", frame(1, 9, 5), true],
])("%s closes the connection", async (_what, bytes, opens) => {
  const { socket, closed } = alone(opens ? (channel) => channel.pause() : undefined);
  socket.write(bytes);
  await closed;
});

test("arbitrary bytes close it or are read, and nothing else happens", () => {
  fc.assert(
    fc.property(fc.array(fc.uint8Array({ maxLength: 64 })), (pieces) => {
      const { socket } = alone(() => {});
      for (const bytes of pieces) socket.write(Buffer.from(bytes));
      socket.destroy();
    }),
  );
});
