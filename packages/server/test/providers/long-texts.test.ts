import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { createLongTextReader } from "../../src/providers/long-texts.ts";

/** Reads JSON in chunks of these sizes, over and over. */
function read(json: string | Uint8Array, sizes: readonly number[] = [1_000]) {
  const reader = createLongTextReader();
  const bytes = Buffer.from(json);
  for (let start = 0, at = 0; start < bytes.length; at++) {
    const size = sizes[at % sizes.length]!;
    reader.write(bytes.subarray(start, start + size));
    start += size;
  }
  return reader.end();
}

/** Puts the long texts back. */
function restore(value: unknown, readText: (text: string) => string): unknown {
  if (typeof value === "string") return readText(value);
  if (Array.isArray(value)) return value.map((item) => restore(item, readText));
  if (value === null || typeof value !== "object") return value;
  return Object.fromEntries(Object.entries(value).map(([name, item]) => [name, restore(item, readText)]));
}

/** Texts around the length from which they are long, with characters that JSON escapes. */
const texts = fc
  .tuple(fc.string({ unit: "grapheme", maxLength: 20 }), fc.constantFrom(0, 1, 125, 126, 2_000))
  .map(([text, times]) => `${text}"\\\n\u0001`.repeat(times) + text);
const { tree } = fc.letrec((tie) => ({
  tree: fc.oneof({ maxDepth: 3 }, texts, fc.integer(), fc.constant(null), tie("list"), tie("record")),
  list: fc.array(tie("tree"), { maxLength: 4 }),
  record: fc.dictionary(fc.string({ maxLength: 8 }), tie("tree"), { maxKeys: 4 }),
}));
const sizes = fc.array(fc.integer({ min: 1, max: 5_000 }), { minLength: 1, maxLength: 5 });

describe("JSON with long texts", () => {
  test("may begin with a byte order mark", () => {
    expect(read(Buffer.from("\ufeff[1]")).value).toEqual([1]);
  });

  test("reads like any JSON, however it arrives", () => {
    fc.assert(
      fc.property(tree, sizes, (value, chunkSizes) => {
        const { value: parsed, readText } = read(JSON.stringify(value), chunkSizes);
        expect(restore(parsed, readText)).toEqual(JSON.parse(JSON.stringify(value)));
      }),
      { numRuns: 200 },
    );
  });

  test("throws what is invalid, and nothing else", () => {
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 200 }), sizes, (bytes, chunkSizes) => {
        let expected: unknown;
        try {
          const text = new TextDecoder("utf-8", { fatal: true }).decode(bytes);
          expected = text.trim() === "" ? undefined : JSON.parse(text);
        } catch {
          expect(() => read(bytes, chunkSizes)).toThrow(/^The body is not valid/);
          return;
        }
        expect(read(bytes, chunkSizes).value).toEqual(expected);
      }),
    );
  });

  test("decodes base64 like Buffer, however it is escaped", async () => {
    await fc.assert(
      fc.asyncProperty(fc.uint8Array({ minLength: 20_000, maxLength: 30_000 }), sizes, async (bytes, chunkSizes) => {
        const json = JSON.stringify(Buffer.from(bytes).toString("base64"));
        const escaped = json.replaceAll("/", "\\/").replaceAll("+", "\\u002b");
        const { value, readBytes } = read(escaped, chunkSizes);
        const chunks: Uint8Array[] = [];
        for await (const chunk of readBytes(value as string)) chunks.push(chunk);
        expect(Buffer.concat(chunks).equals(Buffer.from(bytes))).toBe(true);
      }),
      { numRuns: 20 },
    );
  });

  test.each(["\r\n", "\n", "\r"])("decodes base64 in lines that end with %j", async (lineEnd) => {
    const bytes = Buffer.alloc(3_000, "mail");
    const lines = bytes.toString("base64").replace(/.{76}/g, `$&${lineEnd}`);
    const { value, readBytes } = read(JSON.stringify(lines));
    const chunks: Uint8Array[] = [];
    for await (const chunk of readBytes(value as string)) chunks.push(chunk);
    expect(Buffer.concat(chunks).equals(bytes)).toBe(true);
  });

  test.each([
    ["a slash", "Pz8\\/", [0x3f, 0x3f, 0x3f]],
    ["an escaped plus", "Pj4\\u002b", [0x3e, 0x3e, 0x3e]],
    ["a line break", "Pj4+\\r\\n", [0x3e, 0x3e, 0x3e]],
  ])("decodes base64 that ends in %s, written as JSON may", async (_what, end, last) => {
    for (const times of [0, 10_000]) {
      const { value, readBytes } = read(`"${"QUJD".repeat(times)}${end}"`);
      const chunks: Uint8Array[] = [];
      for await (const chunk of readBytes(value as string)) chunks.push(chunk);
      expect(Buffer.concat(chunks).equals(Buffer.from(`${"ABC".repeat(times)}${String.fromCharCode(...last)}`))).toBe(
        true,
      );
    }
  });

  test.each(['"abc', '{"a":"\\', '{"a', `{"a":"${"x".repeat(20_000)}`, `"${"x".repeat(20_000)}\\`])(
    "rejects a string that does not end: %#",
    (json) => {
      expect(() => read(json)).toThrow("The body is not valid JSON.");
    },
  );

  test("rejects a long text with an invalid escape only if it is read", () => {
    const { value, readText } = read(`"${"x".repeat(20_000)}\\q"`);
    expect(() => readText(value as string)).toThrow("The body is not valid JSON.");
  });

  test("limits the JSON besides long texts, and each text that is read", () => {
    expect(() => read(`[${"1,".repeat(600_000)}1]`, [65_536])).toThrow("more than 512 KiB of JSON");
    const arrayOf = (bytes: number) => `[1${" ".repeat(bytes - 3)}]`;
    expect(read(arrayOf(512 * 1024), [65_536]).value).toEqual([1]);
    expect(() => read(arrayOf(512 * 1024 + 1), [65_536])).toThrow(
      expect.objectContaining({ headers: { connection: "close" } }),
    );
    const readLong = (bytes: number) => {
      const { value, readText } = read(`"${"x".repeat(bytes)}"`, [65_536]);
      return readText(value as string).length;
    };
    expect(readLong(2 * 1024 * 1024)).toBe(2 * 1024 * 1024);
    expect(() => readLong(2 * 1024 * 1024 + 1)).toThrow("more than 2 MiB");
  });

  test("limits the long texts of all headers together, and no short ones", () => {
    const [long, short] = ["x".repeat(256 * 1024), "x".repeat(1024)];
    const { value, readHeader } = read(JSON.stringify([long, short, long, `${short}x`]), [65_536]);
    const [first, second, third, fourth] = value as [string, string, string, string];
    expect([readHeader(first), readHeader(second), readHeader(third)]).toEqual([long, short, long]);
    expect(() => readHeader(fourth)).toThrow("more than 512 KiB");
  });

  test("rejects what is no UTF-8, in short texts and in long ones that are read", () => {
    expect(() => read(Buffer.from([0x22, 0xff, 0x22]))).toThrow("The body is not valid UTF-8.");
    const { value, readText } = read(Buffer.concat([Buffer.from('"'), Buffer.alloc(2_000, 0xff), Buffer.from('"')]));
    expect(() => readText(value as string)).toThrow("The body is not valid UTF-8.");
  });
});
