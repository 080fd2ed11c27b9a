import { once } from "node:events";
import { duplexPair } from "node:stream";
import { leavesNothing } from "@frontdesk/test-kit";
import { test } from "vitest";
import { createRelays } from "../../../src/edge/connections/relays.ts";

test("a relay leaves nothing, joined or not", async () => {
  const relays = createRelays();
  await leavesNothing(async ({ largeArray }) => {
    for (const isJoined of [true, false]) {
      const [, near] = duplexPair();
      const [, data] = duplexPair();
      relays.add(near, () => largeArray.length);
      if (isJoined) relays.join(data);
      Object.assign(data, { largeArray });
      const closed = once(near, "close");
      near.destroy();
      await closed;
    }
  });
});
