/** Resolves after a time, or as soon as the signal aborts; at once if it has aborted already. Never rejects. */
export function pause(ms: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const timer = setTimeout(finish, ms);
    signal.addEventListener("abort", finish);
    if (signal.aborted) finish(); // a signal that has aborted already sends no event

    /** Ends the pause, after the time or by the signal. */
    function finish(): void {
      clearTimeout(timer);
      signal.removeEventListener("abort", finish);
      resolve();
    }
  });
}
