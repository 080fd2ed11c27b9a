import { leavesNothing } from "@frontdesk/test-kit";
import { test } from "vitest";
import { findCharset } from "../src/charsets/charsets.ts";

test("keeps few of the spellings of a charset that senders make up", async () => {
  let next = 0;
  const findMany = () => {
    for (let count = 0; count < 1_000; count++) {
      const signs = [...(next++).toString(4)].map((digit) => "-._:"[Number(digit)]);
      findCharset(`cp437${signs.join("")}`);
    }
  };
  await leavesNothing(findMany, { calls: 10, bytesPerCall: 15_000 });
});
