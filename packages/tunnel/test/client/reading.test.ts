import { EventEmitter } from "node:events";
import type { OnReadOpts, Socket } from "node:net";
import { expect, test } from "vitest";
import { createOnRead, readAsStream } from "../../src/client/reading.ts";

/** A reader, the memory that it reads into, and how the bytes of each read are given back. */
function setUp(more = true) {
  const dones: (() => void)[] = [];
  const taken: number[] = [];
  const options = createOnRead((bytes, done) => {
    taken.push(bytes.length);
    dones.push(done!);
    return more;
  }) as OnReadOpts & { buffer(): Buffer };
  const memory = () => options.buffer();
  const read = (size = 1) => options.callback(size, memory());
  return { dones, taken, memory, read };
}

test("a released buffer is reused, and meanwhile another one is used", () => {
  const { dones, memory, read } = setUp();
  const first = memory();
  read();
  const second = memory();
  expect(second).not.toBe(first);
  dones[0]!();
  read();
  expect(memory()).toBe(first);
});

test("two buffers are kept, and no more", () => {
  const { dones, memory, read } = setUp();
  const used = [1, 2, 3].map(() => {
    const buffer = memory();
    read();
    return buffer;
  });
  for (const done of dones.splice(0)) done();
  const next = [1, 2, 3].map(() => {
    read();
    return memory();
  });
  expect(next.map((buffer) => used.indexOf(buffer))).toEqual([1, 0, -1]);
});

test("a read that fills its buffer is followed by one into a larger buffer, which fits one read of the other side", () => {
  const { taken, memory, read } = setUp();
  expect(memory()).toHaveLength(16_384);
  read(16_384);
  expect(memory()).toHaveLength(65_536 - 8);
  read(16_384);
  expect(memory()).toHaveLength(16_384);
  read(5);
  expect(taken).toEqual([16_384, 16_384, 5]);
});

test("a read that fills its buffer is not followed by one into a released buffer that is as small", () => {
  const { dones, memory, read } = setUp();
  read();
  dones[0]!();
  read(16_384);
  expect(memory()).toHaveLength(65_536 - 8);
});

test.each([true, false])("whether more is accepted (%s) is shown by pausing the stream", (more) => {
  expect(setUp(more).read()).toBe(more);
  let paused = false;
  const socket = Object.assign(new EventEmitter(), { pause: () => (paused = true) });
  readAsStream(socket as object as Socket, () => more);
  socket.emit("data", Buffer.from("a"));
  expect(paused).toBe(!more);
});
