import { leavesNothing } from "@frontdesk/test-kit";
import { test } from "vitest";
import { readHtml } from "../src/index.ts";

test("styles that senders make up do not fill the memory", async () => {
  let next = 0;
  /** Reads elements whose styles differ. */
  function readManyStyles() {
    for (let page = 0; page < 100; page++) {
      const elements = Array.from({ length: 50 }, () => `<p style="color: ${next++} ${"x".repeat(600)}">a</p>`);
      readHtml(elements.join(""));
    }
  }
  // Each call would leave some megabytes if the styles were kept.
  await leavesNothing(readManyStyles, { calls: 10, bytesPerCall: 1_000_000 });
});
