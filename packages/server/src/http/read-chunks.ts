import { Problem } from "../problem.ts";

/** Limits of a request body. */
export interface BodyLimits {
  maxBytes: number;
  /** The limit, as the error names it: `1 MiB`. */
  shownLimit: string;
  /** Time in which the body must arrive, so that a stalled client does not occupy resources. */
  timeoutMs: number;
}

/** Yields a body's chunks within the limits. A consumer that stops earlier also ends the upload. @throws Problem 413 or 400 */
export async function* readChunks(
  body: ReadableStream<Uint8Array>,
  { maxBytes, shownLimit, timeoutMs }: BodyLimits,
): AsyncGenerator<Uint8Array, void, undefined> {
  const reader = body.getReader();
  /** Ends the upload. Does not wait for its rest, which may never arrive. */
  const stopReading = () => void reader.cancel().catch(() => {});
  let isLate = false;
  let isComplete = false;
  let size = 0;
  const timer = setTimeout(() => {
    isLate = true;
    stopReading();
  }, timeoutMs);
  try {
    for (;;) {
      const { done, value } = await reader.read().catch(() => {
        throw toBrokenBodyProblem("The body broke off before its end.");
      });
      // `cancel` ends the stream as if the body were complete.
      if (isLate) throw toBrokenBodyProblem(`The body did not arrive within ${timeoutMs / 1000} seconds.`);
      if (done) {
        isComplete = true;
        return;
      }
      size += value.byteLength;
      if (size > maxBytes) throw toTooLargeProblem(shownLimit);
      yield value;
    }
  } finally {
    clearTimeout(timer);
    if (!isComplete) stopReading();
  }
}

/** Creates the problem of an incomplete body. The connection is closed, because the rest may still arrive on it. */
function toBrokenBodyProblem(reason: string): Problem {
  return new Problem("invalid_request", reason, { headers: { connection: "close" } });
}

/** Creates the 413 problem. The connection is closed, because the rest of the body would arrive on it. */
export function toTooLargeProblem(shownLimit: string): Problem {
  return new Problem("payload_too_large", `The request body is larger than ${shownLimit}. Send less at a time.`, {
    headers: { connection: "close" },
  });
}
