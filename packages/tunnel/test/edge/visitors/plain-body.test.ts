import type { Socket } from "node:net";
import { describe, expect, test } from "vitest";
import { startPlainBody } from "../../../src/edge/visitors/plain-body.ts";

/** As much of a socket as a body uses. */
function fakeSocket() {
  const state = {
    paused: false,
    pause() {
      state.paused = true;
    },
    resume() {
      state.paused = false;
    },
  };
  return { state, socket: state as unknown as Socket };
}

const kilobytes = (count: number) => Buffer.alloc(count * 1024, "a");

describe("a body that nobody reads yet", () => {
  test("is buffered up to 64 KiB, then the connection is paused", () => {
    const { state, socket } = fakeSocket();
    const { source } = startPlainBody(socket, 10_000_000, kilobytes(16));
    for (let pushed = 16; pushed < 64; pushed += 16) {
      source?.push(kilobytes(16));
      expect(state.paused).toBe(false);
    }
    source?.push(kilobytes(1));
    expect(state.paused).toBe(true);
  });

  test("does not pause the connection with its last bytes, so that the end of the visitor is noticed", () => {
    const { state, socket } = fakeSocket();
    const { source } = startPlainBody(socket, 100 * 1024, kilobytes(64));
    source?.push(kilobytes(36));
    expect([source?.isComplete(), state.paused]).toEqual([true, false]);
    let read = 0;
    source?.read(
      (bytes) => (read += bytes.length),
      () => {},
    );
    expect([read, state.paused]).toEqual([100 * 1024, false]);
  });

  test("resumes when somebody reads it, and pauses with that reader", () => {
    const { state, socket } = fakeSocket();
    const { source } = startPlainBody(socket, 200 * 1024, kilobytes(100));
    expect(state.paused).toBe(true);
    let read = 0;
    source?.read(
      (bytes) => (read += bytes.length),
      () => {},
    );
    expect([read, state.paused]).toEqual([100 * 1024, false]);
    source?.pause();
    expect(state.paused).toBe(true);
    source?.push(kilobytes(10));
    expect(read).toBe(100 * 1024);
    source?.resume();
    expect([read, state.paused]).toEqual([110 * 1024, false]);
  });

  test("is dropped as it arrives once it is discarded, and the bytes after it are returned", () => {
    const { state, socket } = fakeSocket();
    const { source } = startPlainBody(socket, 100 * 1024, kilobytes(70));
    source?.discard();
    expect(state.paused).toBe(false);
    expect(source?.push(kilobytes(31)).length).toBe(1024);
    expect(source?.isComplete()).toBe(true);
  });

  test("that is long and has arrived with more returns what is after it", () => {
    const { source, rest } = startPlainBody(fakeSocket().socket, 100 * 1024, kilobytes(101));
    expect([source?.isComplete(), rest.length]).toEqual([true, 1024]);
  });

  test("ends for a reader that pauses at its last bytes only once it resumes", () => {
    const { source } = startPlainBody(fakeSocket().socket, 20 * 1024, kilobytes(20));
    let hasEnded = false;
    source?.read(
      () => source.pause(),
      () => {
        hasEnded = true;
      },
    );
    expect(hasEnded).toBe(false);
    source?.resume();
    expect(hasEnded).toBe(true);
  });

  test("leaves a connection as it is once all of it has arrived, because the next bytes are another request's", () => {
    const { state, socket } = fakeSocket();
    const { source } = startPlainBody(socket, 20 * 1024, kilobytes(20));
    const nobody = () => {};
    source?.read(nobody, nobody);
    source?.pause();
    expect(state.paused).toBe(false);
    state.paused = true;
    source?.resume();
    source?.discard();
    expect(state.paused).toBe(true);
  });

  test("stays paused for a reader that pauses again while it resumes", () => {
    const { state, socket } = fakeSocket();
    const { source } = startPlainBody(socket, 100 * 1024, kilobytes(20));
    source?.read(
      () => source.pause(),
      () => {},
    );
    expect(state.paused).toBe(true);
  });
});
