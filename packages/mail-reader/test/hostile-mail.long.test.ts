import { describe, expect, test } from "vitest";
import { growthAtFourTimes } from "../../../scripts/growth.ts";
import { parseMail } from "../src/parse-mail.ts";

const MEBIBYTE = 1024 * 1024;
const multipart = (boundary: string) => `Content-Type: multipart/mixed; boundary=${boundary}\r\n\r\n`;
const html = "Content-Type: text/html\r\n\r\n";
const part = (body: string) => `--b\r\nContent-Type: text/plain\r\n\r\n${body}\r\n`;

function nest(levels: number): string {
  const openings = Array.from({ length: levels }, (_, level) => `${multipart(`b${level}`)}--b${level}\r\n`);
  return `${openings.join("")}\r\ncode 4711\r\n`;
}

/** Each would cost the square of its size, or all the memory, if it were read without care. */
const hostile: Record<string, [mail: string, expected?: RegExp]> = {
  "10,000 parts": [multipart("b") + part("code 4711").repeat(10_000), /^code 4711/],
  "50,000 parts without a header": [multipart("b") + "--b\r\n\r\nx\r\n".repeat(50_000), /^x/],
  "multiparts 300 deep": [nest(300), /^code 4711$/],
  "multiparts 20,000 deep": [nest(20_000)],
  "forwarded messages 20,000 deep": [`${"Content-Type: message/rfc822\r\n\r\n".repeat(20_000)}\r\ncode 4711`],
  "boundaries missing 20,000 deep": ["Content-Type: multipart/mixed\r\n\r\n--a\r\n".repeat(20_000)],
  "a header line of 10 MB": [`Subject: ${"x".repeat(10 * MEBIBYTE)}\r\n\r\nbody`, /^body$/],
  "a header of 10 MB": [`${"X-Filler: 1234567890\r\n".repeat(500_000)}\r\nbody`, /^body$/],
  "a header of stray lines": [`Subject: x\r\n${"y\r\n".repeat(60_000)}X-Last: 1\r\n\r\nbody`, /^body$/],
  "one line of 10 MB": [`\r\n${"x".repeat(10 * MEBIBYTE)}`, /^x+$/],
  "nothing but dashes": [multipart("b") + part("x") + "--\r\n".repeat(MEBIBYTE)],
  "nothing but carriage returns": [`Subject: x\r\n\r\n${"\r".repeat(2 * MEBIBYTE)}x`],
  "encoded words that never end": [
    `Subject: ${"=?a?Q?".repeat(20_000)}\r\nFrom: ${"=?a?Q?".repeat(20_000)}\r\n\r\nbody`,
  ],
  "a From of commas and brackets": [`From: ${'"(<,;:'.repeat(20_000)}\r\n\r\nbody`, /^body$/],
  "a From of open comments": [`From: ${'(\\\\"'.repeat(20_000)}\r\n\r\nbody`, /^body$/],
  "a multipart that ends again and again": [multipart("b") + "--b--\r\n".repeat(150_000)],
  "rich text of blanks": [`Content-Type: text/richtext\r\n\r\n${" ".repeat(MEBIBYTE)}code`, /^code$/],
  "rich text of comments": [`Content-Type: text/richtext\r\n\r\n${"<comment>".repeat(100_000)}code`, /code$/],
  "enriched text of parameters": [`Content-Type: text/enriched\r\n\r\n${"<param>".repeat(100_000)}code`, /code$/],
  "bytes of any script": [`\r\n${"\xc4\xe3\xba\xc3\xce\xd2".repeat(300_000)}\xff`],
  "a Content-Type of one word": [`${`--b\r\nContent-Type: ${"a".repeat(8000)}\r\n\r\n\r\n`.repeat(300)}`],
  "parameters of blanks": [
    multipart("b") + `--b\r\nContent-Type: x/y; a=${" ".repeat(8000)}b\r\n\r\nx\r\n`.repeat(300),
  ],
  "equals signs": [`Content-Transfer-Encoding: quoted-printable\r\n\r\n${"=".repeat(2 * MEBIBYTE)}`],
  "uuencode begun again and again": [`\r\n${"begin 644 x\r\n".repeat(150_000)}`],
  "yEnc begun again and again": [`\r\n${"=ybegin name=x\r\n=yend\r\n".repeat(80_000)}begin`],
  "a flowed text of soft breaks": [
    `Content-Type: text/plain; format=flowed\r\n\r\n${"x \r\n".repeat(400_000)}`,
    /^x x/,
  ],
  "elements 2,000 deep": [`${html}${"<div>".repeat(2000)}code 4711`, /^code 4711$/],
  "elements 100,000 deep": [`${html}${"<b>".repeat(100_000)}code 4711`, /^code 4711$/],
  "24,000 lines in 390 quotes": [
    `${html}${"<blockquote>".repeat(390)}code 4711${"<br>\nx".repeat(24_000)}`,
    /^(?:> ){20}code 4711/,
  ],
  "8,000 lines in 30 quotes": [`${html}${"<blockquote>".repeat(30)}code 4711${"<br>x".repeat(8000)}`, /code 4711/],
  "20,000 lines in lists 390 deep": [
    `${html}${"<ul><li>a".repeat(390)}code 4711${"<br>x".repeat(20_000)}`,
    /code 4711/,
  ],
  "a list that counts from 10^21": [
    `${html}code 4711<ol start=999999999999999999999>${"<li>x".repeat(30_000)}`,
    /^code 4711/,
  ],
  "24,000 lines in 390 links": [
    `${html}${"<a href=http://x.test>".repeat(390)}code 4711${"<br>x".repeat(24_000)}`,
    /code 4711/,
  ],
  "ten parts of 24,000 lines in 390 quotes": [
    multipart("b") + `--b\r\n${html}${"<blockquote>".repeat(390)}code 4711${"<br>\r\nx".repeat(24_000)}\r\n`.repeat(10),
    /^(?:> ){20}code 4711/,
  ],
  "5 MB of tables": [`${html}${"<table><tr><td>code</td></tr></table>".repeat(130_000)}`, /^code/],
  "200 KB of tables": [`${html}${"<table><tr><td>code</td></tr></table>".repeat(5000)}`, /^code/],
  "styles that never close": [`${html}<p>code 4711</p>${"<style>".repeat(200_000)}`, /^code 4711/],
  "comments that never close": [`${html}<p>code 4711</p>${"<!--".repeat(200_000)}`, /^code 4711/],
  "opening brackets": [`${html}<p>code 4711</p>${"<".repeat(MEBIBYTE)}>`, /^code 4711/],
  // A blank and a format character at once, which a careless expression tries both ways.
  "byte order marks before the text": [`\r\n${"\u00ef\u00bb\u00bf".repeat(26)}code 4711`, /code 4711$/],
  "blanks in preformatted text": [`${html}<pre>code 4711${" ".repeat(150_000)}x</pre>`, /^code 4711/],
  "10 MB of nested elements": [`${html}code 4711${"<div>".repeat(2 * MEBIBYTE)}x`, /^code 4711/],
  "10 MB of unclosed tags": [`${html}code 4711${"<a <b ".repeat(1.7 * MEBIBYTE)}`, /^code 4711/],
  "10 MB of attributes": [`${html}code 4711<b ${"a=1 ".repeat(2.5 * MEBIBYTE)}>x`, /^code 4711/],
  "10 MB of entities": [`${html}code 4711${"&amp;&#65;".repeat(MEBIBYTE)}`, /^code 4711/],
  "10 MB of style rules": [`${html}code 4711<style>${".a{display:none}".repeat(700_000)}</style>`, /^code 4711/],
  "entities out of range": [`${html}code 4711 &#99999999999; &#xD800; &#0; &#x110000;`, /^code 4711/],
};

describe("parses four times the size at no more than ten times the cost", () => {
  test.each(Object.entries(hostile))("%s", async (_name, [mail, expected = /(?:)/]) => {
    const raw = Buffer.from(mail, "latin1");
    const quarter = raw.subarray(0, raw.length / 4);
    let body = "";
    const growth = await growthAtFourTimes(async (size) => {
      ({ body } = await parseMail(size === "whole" ? raw : quarter, { sender: "" }));
    });
    expect(growth).toBeLessThan(10);
    expect(body).toMatch(expected);
    expect(body.length).toBeLessThanOrEqual(Math.min(2 * MEBIBYTE, 2 * raw.length + 1000));
  });
});

test("skips attachments of 300 MB without keeping them", async () => {
  const line = Buffer.from(`${"QUJD".repeat(19)}\r\n`);
  const chunk = Buffer.concat(Array.from({ length: 840 }, () => line));
  let largest = 0;
  async function* mail(): AsyncGenerator<Uint8Array> {
    yield Buffer.from(`${multipart("b")}${part("code 4711")}`);
    for (let attachment = 0; attachment < 3; attachment += 1) {
      yield Buffer.from("--b\r\nContent-Type: image/png\r\nContent-Transfer-Encoding: base64\r\n\r\n");
      for (let sent = 0; sent < 100 * MEBIBYTE; sent += chunk.length) {
        yield chunk;
        largest = Math.max(largest, process.memoryUsage().external + process.memoryUsage().heapUsed);
      }
    }
    yield Buffer.from(`${part("and goodbye")}--b--\r\n`);
  }
  const before = process.memoryUsage().external + process.memoryUsage().heapUsed;
  const { body } = await parseMail(mail(), { sender: "" });
  expect(body).toBe("code 4711\n\nand goodbye");
  expect(largest - before).toBeLessThan(100 * MEBIBYTE);
});
