import { createHash } from "node:crypto";
import { expect, test } from "vitest";
import { MailEvidenceCollector } from "../../src/authentication/evidence.ts";
import { collect } from "./mails.ts";

const body = "Your  code\r\n";
const simple = createHash("sha256").update(body).digest("base64");
const relaxed = createHash("sha256").update("Your code\r\n").digest("base64");
const signature = (c: string) => `DKIM-Signature: v=1; a=rsa-sha256;${c} d=shop.example; b=AA==`;

test.each([
  ["no signature", "Subject: about dkim-signature: c=relaxed/relaxed", {}],
  ["a relaxed body", signature(" c=relaxed/relaxed;"), { relaxed }],
  ["a relaxed body, in capitals and folded", signature("\r\n\tC=Simple/Relaxed\r\n ;").toUpperCase(), { relaxed }],
  ["a simple body", signature(" c=simple/simple;"), { simple }],
  ["a relaxed header alone", signature(" c=relaxed;"), { simple, relaxed }],
  ["no form", signature(""), { simple }],
  [
    "the first fifty signatures",
    [...Array.from({ length: 50 }, () => signature(" c=relaxed/relaxed;")), signature(" c=simple;")].join("\r\n"),
    { relaxed },
  ],
  [
    "the fiftieth signature",
    [...Array.from({ length: 49 }, () => signature(" c=relaxed/relaxed;")), signature(" c=simple;")].join("\r\n"),
    { simple, relaxed },
  ],
  ["two forms", `${signature(" c=relaxed/relaxed;")}\r\n${signature(" c=simple;")}`, { simple, relaxed }],
])("the body is hashed as signatures need it: %s", (_what, field, bodyHashes) => {
  const header = `From: a@shop.example\r\n${field}\r\n\r\n`;
  for (const chunkLength of [1, 7, 1_000])
    expect(collect(header + body, { helo: "mx", chunkLength })).toEqual({ helo: "mx", header, bodyHashes });
});

test("a header that does not end takes no more memory than one that is checked", () => {
  const collector = new MailEvidenceCollector({ helo: "mx" });
  const chunk = Buffer.alloc(64 * 1024, "x");
  const before = process.memoryUsage().arrayBuffers;
  for (let count = 0; count < 200; count++) collector.write(chunk);
  expect(process.memoryUsage().arrayBuffers - before).toBeLessThan(2 * 1024 * 1024);
  expect(collector.end()).toBeNull();
});

test("a header without a body keeps each byte as it is, because a signature covers bytes", () => {
  const header = "From: B\xc3\xbccher <a@shop.example>\r\nX-Step: \xa0\xff\r\n";
  for (const chunkLength of [1, 7, 1_000]) expect(collect(header, { chunkLength })?.header).toBe(header);
});

test.each([
  ["with LF alone", "\n", "Your code\r\n\r\nBye\r\n"],
  ["with CRLF", "\r\n", "Your code\n\nBye\n"],
])("the first empty line ends the header, %s, whatever empty lines the body has", (_how, lineEnd, text) => {
  const header = ["From: a@shop.example", signature(" c=simple/simple;"), "", ""].join(lineEnd);
  for (const chunkLength of [1, 7, 1_000]) expect(collect(header + text, { chunkLength })?.header).toBe(header);
});

test.each(["\r\n", "\n"])(
  "a mail that begins with the empty line %j has no field, whatever its body looks like",
  (line) => {
    for (const chunkLength of [1, 7, 1_000])
      expect(collect(`${line}From: a@shop.example${line}${line}${body}`, { chunkLength })?.header).toBe(line);
  },
);
