import { leavesNothing } from "@frontdesk/test-kit";
import { test } from "vitest";
import { findCharset } from "../src/charsets/charsets.ts";

test("keeps few of the charset names that senders make up", async () => {
  let next = 0;
  const findMany = () => {
    for (let count = 0; count < 1_000; count++) findCharset(`x-made-up-${next++}`);
  };
  await leavesNothing(findMany, { calls: 20, bytesPerCall: 20_000 });
});
