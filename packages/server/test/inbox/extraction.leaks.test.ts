import { randomBytes } from "node:crypto";
import { leavesNothing } from "@frontdesk/test-kit";
import { test } from "vitest";
import { createExtractor } from "../../src/inbox/extraction.ts";

test("what was found in messages is remembered for the latest of them alone", async () => {
  const extractor = createExtractor();
  let at = 0;
  await leavesNothing(
    () => {
      // As much as one mail may hold: a hundred links of 8 KiB.
      const links = Array.from({ length: 100 }, () => {
        return { url: `https://a.example/${randomBytes(4_000).toString("hex")}`, text: "a" };
      });
      extractor.fromMail({ id: `${at++}`, subject: "", sender: "", body: "Hello", links });
    },
    // After twenty of them the memory for them is full.
    { calls: 50, bytesPerCall: 100_000 },
  );
});
