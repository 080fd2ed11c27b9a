import { collectGarbage } from "@frontdesk/test-kit";
import { expect, test } from "vitest";
import { readFromDomain } from "../../src/authentication/from-domain.ts";
import { splitHeader } from "../../src/authentication/header-fields.ts";

test("a remembered From does not keep the header that it came with in memory", async () => {
  await collectGarbage();
  const before = process.memoryUsage().heapUsed;
  for (let sender = 0; sender < 400; sender++) {
    const header = `From: Shop ${sender} <hello@shop${sender}.example>\r\nX-Filler: ${"y".repeat(60_000)}\r\n\r\n`;
    // As a string of its own, like the header of a mail.
    const fields = splitHeader(Buffer.from(header).toString("latin1"));
    expect(readFromDomain(fields)).toBe(`shop${sender}.example`);
  }
  await collectGarbage();
  // The headers have 24 MB.
  expect(process.memoryUsage().heapUsed - before).toBeLessThan(8_000_000);
});
