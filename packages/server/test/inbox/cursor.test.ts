import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { cursorAt, messageId, nextSequence, sequenceOf } from "../../src/inbox/cursor.ts";

const inbox = "m3t9k1w7x";

describe("the sequence number of a message", () => {
  const time = fc.integer({ min: 0, max: Date.UTC(2085, 0, 1) });

  test("grows with each message, whatever the clock says, and keeps the form of an id", () => {
    fc.assert(
      fc.property(fc.array(time, { maxLength: 50 }), (times) => {
        let sequence = 0;
        let id = cursorAt(inbox, 0);
        for (const at of times) {
          sequence = nextSequence(sequence, at);
          const next = messageId(inbox, sequence);
          expect(next > id).toBe(true);
          expect(next).toMatch(/^[0-9a-z]{17}$/);
          expect(sequenceOf(next)).toBe(sequence);
          id = next;
        }
      }),
    );
  });

  test("counts the messages between two", () => {
    fc.assert(
      fc.property(fc.array(time, { minLength: 1, maxLength: 50 }), (times) => {
        const first = nextSequence(0, times[0] ?? 0);
        const last = times.slice(1).reduce(nextSequence, first);
        expect((last - first) % 36 ** 3).toBe(times.length - 1);
      }),
    );
  });
});
