import fc from "fast-check";
import { expect, test } from "vitest";
import { createRecordedBody } from "../../src/requests/recorded-body.ts";

test("holds the beginning of any chunks, and copies them", () => {
  fc.assert(
    fc.property(fc.array(fc.uint8Array({ maxLength: 700 })), fc.nat(1_500), (chunks, maxBytes) => {
      const all = Buffer.concat(chunks);
      const recorded = createRecordedBody(maxBytes);
      const kept = chunks.map((chunk) => {
        const keptBytes = recorded.append(chunk);
        chunk.fill(0);
        return keptBytes;
      });
      expect(Buffer.from(recorded.bytes).equals(all.subarray(0, maxBytes))).toBe(true);
      expect(recorded.bytes.buffer.byteLength).toBe(recorded.bytes.length);
      expect(kept.reduce((sum, count) => sum + count, 0)).toBe(recorded.bytes.length);
      expect(recorded.isCut).toBe(all.length > maxBytes);
    }),
  );
});

test("keeps no more than the allowance", () => {
  const recorded = createRecordedBody(100);
  expect(recorded.append(Buffer.from("abcdef"), 2)).toBe(2);
  expect(recorded.append(Buffer.from("xy"))).toBe(0);
  expect([Buffer.from(recorded.bytes).toString(), recorded.isCut]).toEqual(["ab", true]);
});
