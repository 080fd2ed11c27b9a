import { getHeapSpaceStatistics } from "node:v8";
import { expect, test } from "vitest";
import { answer, setUp } from "./exchange-fakes.ts";

const ROUNDS = 30_000;
/** An exchange that only a full collection frees takes 4 kB. The rest is code that V8 compiles meanwhile. */
const MAX_OLD_BYTES_PER_EXCHANGE = 150;

/** Bytes that only a full garbage collection frees. */
const oldBytes = () =>
  getHeapSpaceStatistics().find(({ space_name }) => space_name === "old_space")?.space_used_size ?? 0;

test("an exchange that has ended is freed by the next small garbage collection", () => {
  const bed = setUp();
  /** Returns the largest growth of the old generation meanwhile, because a full collection may run in between. */
  function serve(count: number): number {
    const bytesBefore = oldBytes();
    let maxBytes = bytesBefore;
    for (let served = 0; served < count; served += 1) {
      bed.start();
      bed.app().onHead(answer(200));
      bed.app().onEnd([]);
      bed.did.length = 0;
      if (served % 100 === 0) maxBytes = Math.max(maxBytes, oldBytes());
    }
    return maxBytes - bytesBefore;
  }
  serve(ROUNDS);
  expect(serve(ROUNDS) / ROUNDS).toBeLessThan(MAX_OLD_BYTES_PER_EXCHANGE);
});
