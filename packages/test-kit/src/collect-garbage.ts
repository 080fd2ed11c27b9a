import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";

setFlagsFromString("--expose-gc");
const collect: () => void = runInNewContext("gc");

/** Lets go of all that nothing holds any more, and of what only that held. */
export async function collectGarbage(): Promise<void> {
  for (let round = 0; round < 3; round++) {
    collect();
    await new Promise(setImmediate);
  }
}

/** A module for `--import` that makes a process collect its garbage all the time. */
export const alwaysCollecting = `data:text/javascript,${encodeURIComponent(`
  import { setFlagsFromString } from "node:v8";
  import { runInNewContext } from "node:vm";
  setFlagsFromString("--expose-gc");
  const collect = runInNewContext("gc");
  setInterval(() => collect(), 50).unref();
`)}`;
