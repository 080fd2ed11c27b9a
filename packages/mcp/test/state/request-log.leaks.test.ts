import { leavesNothing } from "@frontdesk/test-kit";
import { test } from "vitest";
import { createRequestLog } from "../../src/state/request-log.ts";
import { createRequests } from "./request-source.ts";

test("a wait for a request leaves nothing, whether it found one or not", async () => {
  const source = createRequests();
  const log = createRequestLog(source);
  await leavesNothing(
    async ({ signal, largeArray }) => {
      const matches = () => largeArray.length > 0;
      const found = log.next({ matches, timeoutMs: 60_000, signal });
      await source.send("/a");
      await found;
      await log.next({ matches, timeoutMs: 0, signal });
    },
    { calls: 200 },
  );
  await source.close();
});
