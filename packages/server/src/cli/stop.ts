/** Under npm, Ctrl-C sends the signal twice: from the terminal and from npm. The second one within this time is ignored. */
const duplicateSignalMs = 200;
/** Time between two checks of whether the parent process still runs. */
const parentCheckMs = 250;

/**
 * Closes the server at SIGINT or SIGTERM and resolves when it is closed. A second signal ends the process at once, with
 * exit code 1, unless it is npm's duplicate of Ctrl-C. `onSignal` is called with the name of the first one.
 */
export function waitUntilStopped(
  server: { close(): Promise<void> },
  { env = process.env, onSignal = () => {} }: { env?: NodeJS.ProcessEnv; onSignal?: (signal: string) => void } = {},
): Promise<void> {
  return new Promise((resolve, reject) => {
    let firstSignalAt: number | undefined;
    /** Closes the server at the first signal. A later one ends the process; one right after the first is the same, passed on by npm. */
    function stop(signal: string): void {
      const now = performance.now();
      if (firstSignalAt !== undefined) {
        const isDuplicate = now - firstSignalAt <= duplicateSignalMs;
        if (!isDuplicate) process.exit(1);
        return;
      }
      firstSignalAt = now;
      onSignal(signal);
      server.close().then(resolve, reject);
    }
    process.on("SIGINT", stop);
    process.on("SIGTERM", stop);
    const isNpmScript = Boolean(env.npm_lifecycle_event);
    // A SIGTERM to npm reaches only the shell between npm and this process, which then ends. One to the whole group has come here first.
    if (isNpmScript) onOrphaned(() => firstSignalAt === undefined && stop("the end of npm's shell"));
  });
}

/** Calls the listener when the parent exits: npm sends SIGTERM only to the shell that runs the script, not to this process. */
function onOrphaned(listener: () => void): void {
  const parentId = process.ppid;
  const timer = setInterval(() => {
    // The system gives an orphaned process another parent.
    const isOrphaned = process.ppid !== parentId;
    if (!isOrphaned) return;
    clearInterval(timer);
    listener();
  }, parentCheckMs);
  timer.unref();
}
