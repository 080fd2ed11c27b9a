import type { ToolCall } from "../calls/tool.ts";

const progressIntervalMs = 5_000;

/** Reports the elapsed seconds of a wait until the returned function is called. `awaited`: what it waits for. */
export function reportProgress(awaited: string, seconds: number, { progress }: ToolCall): () => void {
  let elapsedSeconds = 0;
  const timer = setInterval(() => {
    elapsedSeconds += progressIntervalMs / 1000;
    // At the end the result itself arrives.
    if (elapsedSeconds < seconds)
      progress(elapsedSeconds, seconds, `Waiting for ${awaited}, ${elapsedSeconds} of ${seconds} s`);
  }, progressIntervalMs);
  return () => clearInterval(timer);
}
