import { expect, test, vi } from "vitest";
import { createMailParser, createParserPool } from "../src/index.ts";

/** What the full parse throws. */
let failure: unknown;
vi.mock("../src/parse-tree.ts", async (load) => ({
  ...(await load<object>()),
  parseTree() {
    throw failure;
  },
}));

test.each([
  [new RangeError("A bug."), "A bug."],
  ["text", "text"],
])("a mail whose parse throws %s is parsed quickly, and the reason is reported once", async (thrown, reason) => {
  failure = thrown;
  const reasons: string[] = [];
  const parser = createMailParser({ sender: "a@shop.test" }, { onParseFailure: (each) => void reasons.push(each) });
  parser.write(Buffer.from("Subject: Hello\r\n\r\nYour code is 471182.\r\n"));
  expect(await parser.end()).toMatchObject({ subject: "Hello", sender: "a@shop.test", body: "Your code is 471182." });
  expect(reasons).toEqual([reason]);
});

test("a mail whose parse throws is parsed quickly even without a listener for failures", async () => {
  failure = new Error("A bug.");
  const parser = createMailParser({ sender: "a@shop.test" });
  parser.write(Buffer.from("Subject: Hello\r\n\r\nText\r\n"));
  expect(await parser.end()).toMatchObject({ subject: "Hello" });
});

test("a cheap mail whose parse throws is not parsed in a worker, where it would throw again", async () => {
  failure = new Error("A bug.");
  const pool = createParserPool();
  const parse = vi.spyOn(pool, "parse").mockResolvedValue(null);
  const parser = createMailParser({ sender: "a@shop.test" }, { pool });
  parser.write(Buffer.from("Subject: Hello\r\n\r\nText\r\n"));
  expect(await parser.end()).toMatchObject({ subject: "Hello", body: "Text" });
  expect(parse).not.toHaveBeenCalled();
});
