import { serialize } from "node:v8";
import { expect, test, vi } from "vitest";
import { createMailParser, createParserPool } from "../src/index.ts";
import { createMimeParser } from "../src/mime/mime-parser.ts";
import { parseTreeQuickly } from "../src/parse-tree.ts";

const multipart = "Content-Type: multipart/mixed; boundary=b\r\n\r\n";

function toTree(mail: string) {
  const reader = createMimeParser();
  reader.write(Buffer.from(mail, "latin1"));
  return reader.end();
}

test.each([
  ["fields", "X-a: b\r\n".repeat(12_000)],
  ["parameters", `Content-Type: text/plain${Array.from({ length: 1_000 }, (_, at) => `;a${at}=b`).join("")}\r\n`],
])("keeps no unused %s, because the tree is copied to another thread", (_what, header) => {
  const part = `--b\r\nX-b: c\r\n${header}\r\ncode 4711\r\n`;
  const tree = toTree(`Subject: Many\r\n${multipart}${part.repeat(10)}`);
  expect(tree.children).toHaveLength(10);
  expect(serialize(tree).length).toBeLessThan(10_000);
});

test("searches only the beginning of a page for a charset", () => {
  const page = Buffer.from(`<meta charset=koi8-r>${"<p>x</p>".repeat(100_000)}`).toString("base64");
  const lines = page.replace(/.{76}/g, "$&\r\n");
  const tree = toTree(`Content-Type: text/html\r\nContent-Transfer-Encoding: base64\r\n\r\n${lines}`);
  const decodesAll = vi.spyOn(tree.body, "toString");
  expect(parseTreeQuickly(tree, { sender: "" }).body).toMatch(/^x\n+x/);
  expect(decodesAll).not.toHaveBeenCalled();
});

test("parses at most a hundred parts quickly", async () => {
  const pool = createParserPool({ maxQueuedBytes: 0 });
  const reader = createMailParser({ sender: "" }, { pool });
  reader.write(Buffer.from(multipart + "--b\r\n\r\ncode\r\n".repeat(1_500)));
  expect((await reader.end()).body.split("\n\n")).toHaveLength(100);
});
