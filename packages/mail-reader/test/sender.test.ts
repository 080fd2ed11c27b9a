import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { parseSender } from "../src/header/sender.ts";

describe("the sender", () => {
  it("is parsed the same with and without the shortcut for plain headers", () => {
    const word = fc.stringMatching(/^[A-Za-z0-9_.-]{1,12}$/);
    const label = fc.stringMatching(/^[A-Za-z0-9-]{1,8}$/);
    const address = fc
      .tuple(
        fc.stringMatching(/^[A-Za-z0-9_+-]{1,8}(\.[A-Za-z0-9_+-]{1,5})?$/),
        fc.array(label, { minLength: 1, maxLength: 3 }),
      )
      .map(([local, labels]) => `${local}@${labels.join(".")}`);
    fc.assert(
      fc.property(fc.array(word, { maxLength: 3 }), address, (words, to) => {
        const from = [...words, `<${to}>`].join(" ");
        // A comment without words sends the header through the parser and says nothing itself.
        expect(parseSender(from, "", {})).toBe(parseSender(`${from} ()`, "", {}));
      }),
    );
  });
});
