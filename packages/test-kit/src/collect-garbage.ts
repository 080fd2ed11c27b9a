import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";

setFlagsFromString("--expose-gc");
const collect: () => void = runInNewContext("gc");

/** Collects all unreachable objects, also those that finalization callbacks release. */
export async function collectGarbage(): Promise<void> {
  // Finalization callbacks run between two collections, and what they release may have callbacks too.
  for (let round = 0; round < 3; round++) await collectOnce();
}

/** Collects all unreachable objects once, then lets finalization callbacks run. */
export async function collectOnce(): Promise<void> {
  collect();
  await new Promise(setImmediate);
}

/** URL of a module for `--import` that makes a process collect garbage every 50 ms. */
export const alwaysCollecting = `data:text/javascript,${encodeURIComponent(`
  import { setFlagsFromString } from "node:v8";
  import { runInNewContext } from "node:vm";
  setFlagsFromString("--expose-gc");
  const collect = runInNewContext("gc");
  setInterval(() => collect(), 50).unref();
`)}`;
