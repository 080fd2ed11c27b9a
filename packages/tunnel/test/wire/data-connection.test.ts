import fc from "fast-check";
import { expect, test } from "vitest";
import { STREAM_WINDOW, type Stream } from "../../src/wire/index.ts";
import { alone, echo, frame, join, listen, turn } from "./ends.ts";

test("channels pass bytes in both directions, in order, however the connection splits them", async () => {
  const piece = fc.uint8Array({ maxLength: 20_000 }).map((bytes) => Buffer.from(bytes));
  const talk = fc.array(fc.array(piece, { maxLength: 6 }), { minLength: 1, maxLength: 5 });
  const cuts = fc.array(fc.integer({ min: 1, max: 9_000 }), { minLength: 1, maxLength: 10 });
  await fc.assert(
    fc.asyncProperty(talk, cuts, async (channels, sizes) => {
      const { carrier } = join(sizes, echo);
      const echoes = channels.map(async (pieces) => {
        const channel = carrier.openStream();
        const heard = listen(channel);
        for (const bytes of pieces) channel.write(bytes);
        channel.end();
        await heard.over;
        expect(heard.bytes().equals(Buffer.concat(pieces))).toBe(true);
      });
      await Promise.all(echoes);
      await turn();
      expect(carrier.countStreams()).toBe(0);
      carrier.destroy();
    }),
    { numRuns: 40 },
  );
});

test("text and bytes of every size reach the other side unchanged", async () => {
  const { carrier } = join([4_096], echo);
  const channel = carrier.openStream({ isDedicated: true });
  const heard = listen(channel);
  const pieces = ["caf\xe9", Buffer.alloc(200_000, "b"), "x".repeat(100_000), Buffer.from([0, 255])];
  for (const piece of pieces) channel.write(piece);
  channel.end();
  await heard.over;
  const sent = pieces.map((piece) => (typeof piece === "string" ? Buffer.from(piece, "latin1") : piece));
  expect(heard.bytes().equals(Buffer.concat(sent))).toBe(true);
});

test("bytes arrive unchanged, even if their buffer is reused or they wait for long", async () => {
  const { carrier, arrived } = join();
  const channel = carrier.openStream();
  const sent: Buffer[] = [];
  let given = 0;
  for (let at = 0; sent.reduce((sum, { length }) => sum + length, 0) < 3 * STREAM_WINDOW; at++) {
    const bytes = Buffer.alloc([100, 8_192, 8_193, 60_000, 65_528, 100_000][at % 6]!, at);
    sent.push(Buffer.from(bytes));
    channel.write(bytes, () => {
      given++;
      bytes.fill("?");
    });
  }
  channel.end();
  await turn();
  const heard = listen(arrived[0]!);
  await heard.over;
  expect(heard.bytes().equals(Buffer.concat(sent))).toBe(true);
  expect(given).toBeGreaterThan(0);
});

test("writes of one turn of the event loop are sent together", async () => {
  const { carrier, near } = join();
  let writes = 0;
  const write = near._write.bind(near);
  near._write = (chunk, encoding, done) => {
    writes++;
    write(chunk, encoding, done);
  };
  for (let at = 0; at < 50; at++) carrier.openStream().write("GET / HTTP/1.1\r\n\r\n");
  await turn();
  expect(writes).toBe(1);
});

test("a reader that pauses delays its own writer, and no other", async () => {
  const ends = join();
  const [slow, fast] = [ends.carrier.openStream(), ends.carrier.openStream()];
  slow.write(Buffer.alloc(4 * STREAM_WINDOW));
  fast.write("hello");
  fast.end();
  while (ends.arrived.length < 2) await turn();
  const beside = listen(ends.arrived[1]!);
  await beside.over;
  expect(String(beside.bytes())).toBe("hello");
  slow.end();
  const behind = listen(ends.arrived[0]!);
  await behind.over;
  expect(behind.bytes().length).toBe(4 * STREAM_WINDOW);
});

test("a writer is told when there is room again", async () => {
  const { carrier, arrived } = join();
  const channel = carrier.openStream();
  const heard = listen(channel);
  expect(channel.write(Buffer.alloc(2 * STREAM_WINDOW))).toBe(false);
  while (arrived.length < 1) await turn();
  listen(arrived[0]!);
  while (heard.drained === 0) await turn();
});

test("a reader that reads little at a time gets everything", async () => {
  const { carrier, arrived } = join();
  const channel = carrier.openStream();
  channel.write(Buffer.alloc(5 * STREAM_WINDOW));
  channel.end();
  while (arrived.length < 1) await turn();
  const [reader] = arrived as [Stream];
  let got = 0;
  await new Promise<void>((resolve) => {
    reader.listener = {
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
  expect(got).toBe(5 * STREAM_WINDOW);
});

test("a destroyed channel ends at the other side, and the others continue", async () => {
  const { carrier, arrived } = join();
  const [gone, kept] = [carrier.openStream(), carrier.openStream()];
  while (arrived.length < 2) await turn();
  const [cut, other] = arrived.map(listen);
  gone.destroy();
  await cut!.over;
  expect(cut!.closed).toBe(true);
  expect(carrier.countStreams()).toBe(1);
  kept.write("still here");
  kept.end();
  await other!.over;
  expect(String(other!.bytes())).toBe("still here");
});

test("all channels close with the connection, on both sides", async () => {
  const { carrier, arrived, far } = join();
  const here = listen(carrier.openStream());
  while (arrived.length < 1) await turn();
  const there = listen(arrived[0]!);
  far.destroy();
  await Promise.all([here.over, there.over]);
  expect(here.closed && there.closed).toBe(true);
});

test("frames of a channel that is closed here are ignored", async () => {
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
    Buffer.concat([frame(1, 0, 0), frame(1, 1, STREAM_WINDOW + 1, "x".repeat(STREAM_WINDOW + 1))]),
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

test("a flood on one connection does not starve others, and arrives completely", async () => {
  const pieces = 8;
  let others = 0;
  let arrived = 0;
  const { socket } = alone((channel) => {
    channel.listener = {
      onData: () => {
        arrived++;
        const until = performance.now() + 6;
        while (performance.now() < until);
        if (arrived === 1) setImmediate(() => (others = arrived));
      },
      onDrain() {},
      onEnd() {},
      onClose() {},
    };
  });
  socket.write(frame(1, 0, 0));
  await turn();
  // All of it is there before any of it is read.
  socket.cork();
  for (let piece = 0; piece < pieces; piece++) socket.write(frame(1, 1, 3, "abc"));
  socket.uncork();
  while (arrived < pieces) await turn();
  expect(others).toBeLessThan(pieces);
});
