import { once } from "node:events";
import { beforeEach, expect, onTestFinished, test, vi } from "vitest";
import { turn } from "../wire/ends.ts";
import { answer, type Fakes, setUp } from "./exchange-fakes.ts";

beforeEach(() => {
  vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
  onTestFinished(() => void vi.useRealTimers());
});

/** A WebSocket whose visitor sends faster than the app reads, until the app closes it. */
async function endByApp(fakes: Partial<Fakes> = {}) {
  const bed = setUp({ upgrading: true, ...fakes });
  bed.start();
  bed.app().onHead(answer(101));
  bed.bed.written = false;
  bed.upgraded.emit("data", Buffer.from("a"));
  expect(bed.upgraded.isPaused()).toBe(true);
  bed.app().onBody(Buffer.from("last words"), false);
  bed.app().onLost("closed");
  await turn();
  return bed.upgraded;
}

test("a visitor whose WebSocket the app has closed may send for two more seconds, which nobody reads", async () => {
  const socket = await endByApp();
  expect([socket.writableEnded, socket.isPaused()]).toEqual([true, false]);
  socket.push("more");
  await turn();
  expect(socket.readableLength).toBe(0);
  vi.advanceTimersByTime(1_999);
  expect(socket.destroyed).toBe(false);
  vi.advanceTimersByTime(1);
  expect(socket.destroyed).toBe(true);
});

test("a visitor that closes its side then leaves no timer", async () => {
  const socket = await endByApp();
  const closed = once(socket, "close");
  socket.push(null);
  await closed;
  expect(vi.getTimerCount()).toBe(0);
});

test("the two seconds begin when the visitor has read all that the app sent", async () => {
  const socket = await endByApp({ takes: false });
  vi.advanceTimersByTime(60_000);
  expect([socket.destroyed, vi.getTimerCount()]).toEqual([false, 0]);
});
