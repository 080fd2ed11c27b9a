import { EventEmitter } from "node:events";
import type { Duplex } from "node:stream";
import { beforeEach, expect, onTestFinished, test, vi } from "vitest";
import { endConnection, onSocketGone } from "../../src/wire/sockets.ts";

beforeEach(() => {
  vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
  onTestFinished(() => void vi.useRealTimers());
});

/** A connection by hand, and what is done to it. */
function connection() {
  const did: unknown[][] = [];
  const socket = Object.assign(new EventEmitter(), {
    end: (...values: unknown[]) => void did.push(["end", ...values]),
    resume: () => void did.push(["resume"]),
    destroy: () => void did.push(["destroy"]),
  });
  return { socket, did, duplex: socket as object as Duplex };
}

test("a connection that ends is read for two seconds after its last bytes were sent, and then closed", () => {
  const { socket, did, duplex } = connection();
  endConnection(duplex, "last");
  vi.advanceTimersByTime(60_000);
  expect(did.splice(0)).toEqual([["end", "last"], ["resume"]]);
  socket.emit("finish");
  vi.advanceTimersByTime(1_999);
  expect(did).toEqual([]);
  vi.advanceTimersByTime(1);
  expect(did).toEqual([["destroy"]]);
});

test("a connection that the other side closes first leaves no timer", () => {
  const { socket, did, duplex } = connection();
  endConnection(duplex);
  socket.emit("finish");
  expect(vi.getTimerCount()).toBe(1);
  socket.emit("close");
  expect(vi.getTimerCount()).toBe(0);
  expect(did).toEqual([["end"], ["resume"]]);
});

test.each(["end", "close"])("a connection is gone with its %s, and an error alone ends nothing", (event) => {
  const { socket, duplex } = connection();
  const onGone = vi.fn();
  onSocketGone(duplex, onGone);
  expect(socket.emit("error", new Error("reset"))).toBe(true);
  expect(onGone).not.toHaveBeenCalled();
  socket.emit(event);
  expect(onGone).toHaveBeenCalledOnce();
});
