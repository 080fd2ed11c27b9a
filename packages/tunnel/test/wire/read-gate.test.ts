import { PassThrough } from "node:stream";
import { expect, onTestFinished, test, vi } from "vitest";
import { createReadGate } from "../../src/wire/read-gate.ts";
import { corkShortChunk } from "../../src/wire/sockets.ts";

const turn = () => new Promise((resolve) => setImmediate(resolve));

/** A gate whose turn of the event loop is as long as the test says. */
async function setUp() {
  let time = 0;
  vi.spyOn(performance, "now").mockImplementation(() => time);
  onTestFinished(() => void vi.restoreAllMocks());
  await turn();
  const socket = new PassThrough();
  socket.resume();
  const gate = createReadGate(socket);
  return {
    socket,
    gate,
    /** A read that ends so many milliseconds later. */
    read(ms: number) {
      time += ms;
      gate.afterRead();
    },
  };
}

test("one turn of the event loop reads for 10 ms, and the next continues", async () => {
  const { socket, read } = await setUp();
  for (let round = 0; round < 3; round++) {
    read(0);
    read(10);
    expect(socket.isPaused()).toBe(false);
    read(1);
    expect(socket.isPaused()).toBe(true);
    read(100);
    await turn();
    expect(socket.isPaused()).toBe(false);
    await turn();
  }
});

test("each turn has its own time", async () => {
  const { socket, read } = await setUp();
  read(0);
  await turn();
  read(1_000);
  expect(socket.isPaused()).toBe(false);
});

test("a paused connection stays paused over the turns, and is not resumed in a turn that has ended", async () => {
  const { socket, gate, read } = await setUp();
  gate.setPaused(true);
  expect([gate.isPaused, socket.isPaused()]).toEqual([true, true]);
  read(0);
  read(11);
  await turn();
  expect(socket.isPaused()).toBe(true);
  await turn();
  gate.setPaused(false);
  expect([gate.isPaused, socket.isPaused()]).toEqual([false, false]);
  read(0);
  read(11);
  gate.setPaused(true);
  gate.setPaused(false);
  expect(socket.isPaused()).toBe(true);
  await turn();
  expect(socket.isPaused()).toBe(false);
});

test("small chunks of one turn are sent together, a large one at once", async () => {
  const socket = new PassThrough();
  corkShortChunk(socket, 100);
  corkShortChunk(socket, 100);
  expect(socket.writableCorked).toBe(1);
  await turn();
  expect(socket.writableCorked).toBe(0);
  corkShortChunk(socket, 16 * 1024);
  expect(socket.writableCorked).toBe(0);
  corkShortChunk(socket, 16 * 1024 - 1);
  expect(socket.writableCorked).toBe(1);
  await turn();
});
