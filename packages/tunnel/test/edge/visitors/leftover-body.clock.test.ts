import { EventEmitter } from "node:events";
import type { IncomingMessage, ServerResponse } from "node:http";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { limitLeftoverBody } from "../../../src/edge/visitors/leftover-body.ts";

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

/** A request that is answered; `complete` if its body has come whole by then. */
function answer(headers: Record<string, string>, complete = false) {
  const socket = Object.assign(new EventEmitter(), { destroy: vi.fn() });
  const request = Object.assign(new EventEmitter(), { headers, socket, complete: false });
  const response = new EventEmitter();
  limitLeftoverBody(request as object as IncomingMessage, response as object as ServerResponse);
  const before = response.listenerCount("finish");
  request.complete = complete;
  response.emit("finish");
  return { socket, request, listened: before === 1 };
}

test.each([{ "content-length": "1" }, { "transfer-encoding": "chunked" }])(
  "the rest of a body (%j) is read for two seconds after the response, then the connection is closed",
  (headers) => {
    const { socket } = answer(headers);
    vi.advanceTimersByTime(1_999);
    expect(socket.destroy).not.toHaveBeenCalled();
    vi.advanceTimersByTime(1);
    expect(socket.destroy).toHaveBeenCalledOnce();
  },
);

test.each([{}, { "content-length": "0" }])("a request without a body (%j) sets no timer", (headers) => {
  expect(answer(headers).listened).toBe(false);
});

test("a body that has fully arrived sets no timer", () => {
  answer({ "content-length": "1" }, true);
  expect(vi.getTimerCount()).toBe(0);
});

test.each(["the body ends", "the connection closes"])("no timer is left once %s", (what) => {
  const { socket, request } = answer({ "content-length": "1" });
  expect(vi.getTimerCount()).toBe(1);
  if (what === "the body ends") request.emit("end");
  else socket.emit("close");
  expect(vi.getTimerCount()).toBe(0);
});
