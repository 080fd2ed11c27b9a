/** Ctrl-C in a terminal reaches a program under npm twice, from the terminal and from npm. */
const duplicateSignalMs = 200;

/**
 * Closes the server at SIGINT or SIGTERM and resolves when it is closed. A second signal ends the process at once, with
 * exit code 1.
 */
export function waitUntilStopped(
  server: { close(): Promise<void> },
  {
    env = process.env,
    onSignal: note = () => {},
  }: { env?: NodeJS.ProcessEnv; onSignal?: (signal: string) => void } = {},
): Promise<void> {
  return new Promise((resolve, reject) => {
    let first: number | undefined;
    const onSignal = (signal: string) => {
      const now = performance.now();
      if (first !== undefined) {
        if (now - first > duplicateSignalMs) process.exit(1);
        return;
      }
      first = now;
      note(signal);
      server.close().then(resolve, reject);
    };
    process.on("SIGINT", onSignal);
    process.on("SIGTERM", onSignal);
    if (env.npm_lifecycle_event) onOrphaned(() => onSignal("the end of npm's shell"));
  });
}

/** npm passes SIGTERM to the shell it runs a script in, and no further: the shell's end is all we hear of it. */
function onOrphaned(listener: () => void): void {
  const parent = process.ppid;
  const timer = setInterval(() => {
    if (process.ppid === parent) return;
    clearInterval(timer);
    listener();
  }, 250);
  timer.unref();
}
