import { expect, test, vi } from "vitest";
import { onStreamEnd } from "../src/remote/on-stream-end.ts";

/** A stream with one chunk, its controller, and what it was cancelled with. */
function open(signal?: AbortSignal) {
  const onCancel = vi.fn();
  const onEnd = vi.fn();
  let inner: ReadableStreamDefaultController<Uint8Array> | undefined;
  const source = new ReadableStream<Uint8Array>({
    start(controller) {
      inner = controller;
      controller.enqueue(Uint8Array.of(1, 2));
    },
    cancel: onCancel,
  });
  const reader = onStreamEnd(source, onEnd, signal).getReader();
  return { reader, onCancel, onEnd, inner: inner! };
}

test("a stream passes on its chunks and its end", async () => {
  const { reader, onEnd, inner } = open();
  expect(await reader.read()).toEqual({ done: false, value: Uint8Array.of(1, 2) });
  expect(onEnd).not.toHaveBeenCalled();
  inner.close();
  expect(await reader.read()).toEqual({ done: true, value: undefined });
  expect(onEnd).toHaveBeenCalledOnce();
});

test("a stream passes on the error of its source, and has ended", async () => {
  const { reader, onEnd, inner } = open();
  await reader.read();
  inner.error(new Error("The source broke."));
  await expect(reader.read()).rejects.toThrow("The source broke.");
  expect(onEnd).toHaveBeenCalledOnce();
});

test("a stream that its reader cancels cancels its source with the same reason", async () => {
  const { reader, onEnd, onCancel } = open();
  await reader.cancel("enough");
  expect(onCancel.mock.calls).toEqual([["enough"]]);
  expect(onEnd).toHaveBeenCalledOnce();
});

test("a stream that its reader cancels has ended, even if its source cannot be cancelled", async () => {
  const { reader, onEnd, onCancel } = open();
  onCancel.mockRejectedValueOnce(new Error("stuck"));
  await expect(reader.cancel("enough")).rejects.toThrow("stuck");
  expect(onEnd).toHaveBeenCalledOnce();
});

test("an aborted signal breaks both streams, even if nobody reads", async () => {
  const controller = new AbortController();
  const { reader, onEnd, onCancel } = open(controller.signal);
  const reason = new Error("The key was revoked.");
  controller.abort(reason);
  expect(onEnd).toHaveBeenCalledOnce();
  await expect(reader.closed).rejects.toBe(reason);
  expect(onCancel.mock.calls).toEqual([[reason]]);
});

test("a stream whose signal has aborted before is broken at once", async () => {
  const { reader, onCancel, onEnd } = open(AbortSignal.abort(new Error("The key was revoked.")));
  await expect(reader.read()).rejects.toThrow("The key was revoked.");
  expect(onEnd).toHaveBeenCalledOnce();
  expect(onCancel).toHaveBeenCalledOnce();
});
