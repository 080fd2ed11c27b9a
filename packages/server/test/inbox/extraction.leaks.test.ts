import { randomBytes } from "node:crypto";
import { leavesNothing } from "@frontdesk/test-kit";
import { test } from "vitest";
import { createMessageExtractor } from "../../src/inbox/extraction.ts";

test("caches the links and codes of the latest messages only", async () => {
  const extractor = createMessageExtractor();
  let at = 0;
  await leavesNothing(
    () => {
      // The maximum of one mail: a hundred links of 8 KiB.
      const links = Array.from({ length: 100 }, () => {
        return { url: `https://a.example/${randomBytes(4_000).toString("hex")}`, text: "a" };
      });
      extractor.fromMail({ id: `${at++}`, subject: "", sender: "", body: "Hello", links });
    },
    // Twenty of them fill the cache.
    { calls: 50, bytesPerCall: 100_000 },
  );
});
