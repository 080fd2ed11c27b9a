/**
 * Returns the stream and calls `onEnd` when it is closed, cancelled or broken. A signal that aborts, or has aborted, breaks it. `onEnd`
 * may be called more than once, which must do no harm.
 */
export function onStreamEnd(
  stream: ReadableStream<Uint8Array>,
  onEnd: () => void,
  signal?: AbortSignal,
): ReadableStream<Uint8Array> {
  const reader = stream.getReader();
  return new ReadableStream({
    /** Breaks the stream as soon as the signal aborts, even if it is not read. */
    start(controller) {
      /** Ends both streams with the signal's reason. After the end of the stream only `onEnd` is called again, which does no harm. */
      function breakOff(): void {
        onEnd();
        controller.error(signal?.reason);
        // The source may have failed already; the reader of the stream gets the signal's reason in any case.
        reader.cancel(signal?.reason).catch(() => {});
      }
      if (signal?.aborted) return breakOff();
      signal?.addEventListener("abort", breakOff, { once: true });
    },
    /** Passes on the next chunk, the end or the error of the inner stream. */
    async pull(controller) {
      try {
        const { done, value } = await reader.read();
        if (!done) return controller.enqueue(value);
        onEnd();
        controller.close();
      } catch (error) {
        onEnd();
        controller.error(error);
      }
    },
    async cancel(reason) {
      onEnd();
      await reader.cancel(reason);
    },
  });
}
