import { expect, test } from "vitest";
import { createMessageExtractor } from "../../src/inbox/extraction.ts";

const mail = { id: "1", subject: "Your code", sender: "a@b.example" };
const code = "Your code is 481220.";
const valuesOf = ({ codes }: { codes: { value: string }[] }) => codes.map(({ value }) => value);

test.each([
  ["ends with", 65_536 - code.length, ["481220"]],
  ["goes beyond", 65_536 - code.length + 12, []],
])("a code that %s the first 65,536 characters is %j", (_what, before, values) => {
  const body = `${"\n".repeat(before)}${code}`;
  const extractor = createMessageExtractor();
  expect(valuesOf(extractor.fromMail({ ...mail, body, links: [] })).filter((value) => value === "481220")).toEqual(
    values,
  );
  expect(valuesOf(extractor.fromSms({ id: "2", sender: "A", body })).filter((value) => value === "481220")).toEqual(
    values,
  );
});

test("an SMS is text, so what looks like HTML in it hides nothing", () => {
  const body = 'Your code is <span style="display:none">369385</span>.';
  const extractor = createMessageExtractor();
  expect(valuesOf(extractor.fromSms({ id: "2", sender: "A", body }))).toEqual(["369385"]);
  expect(valuesOf(extractor.fromMail({ ...mail, body }))).toEqual([]);
});

test("extracts once per message id", () => {
  const extractor = createMessageExtractor();
  const first = extractor.fromMail({ ...mail, body: code });
  expect(extractor.fromMail({ ...mail, body: "" })).toBe(first);
  expect(extractor.fromMail({ ...mail, id: "other", body: "" })).not.toBe(first);
});

test("returns stored links, even if there are none; otherwise extracts them from the text", () => {
  const body = "See https://shop.example/verify";
  const urlsOf = (links?: { url: string; text: string }[]) =>
    createMessageExtractor()
      .fromMail({ ...mail, body, ...(links && { links }) })
      .links.map(({ url }) => url);
  expect(urlsOf()).toEqual(["https://shop.example/verify"]);
  expect(urlsOf([])).toEqual([]);
  expect(urlsOf([{ url: "https://a.example/x", text: "x" }])).toEqual(["https://a.example/x"]);
});

test("returns at most twenty codes, the best, and none that is less likely than not", () => {
  const body = Array.from({ length: 30 }, (_, at) => `Your backup code: ${482_913 + at * 7_919}`).join("\n");
  const { codes } = createMessageExtractor().fromSms({ id: "1", sender: "A", body });
  expect(codes.length).toBeLessThanOrEqual(20);
  expect(codes.every(({ confidence }) => confidence >= 0.5)).toBe(true);
  expect(createMessageExtractor().fromSms({ id: "1", sender: "A", body: "Order 482913 has shipped." }).codes).toEqual(
    [],
  );
});

test("a link beyond the first 65,536 characters is not looked for", () => {
  const link = "https://shop.example/verify";
  const [within, beyond] = [65_536 - link.length, 65_537].map((before) => "\n".repeat(before) + link);
  for (const read of [
    (body: string) => createMessageExtractor().fromSms({ id: "1", sender: "A", body }),
    (body: string) => createMessageExtractor().fromMail({ ...mail, body }),
  ])
    expect([within, beyond].map((body) => read(body ?? "").links.length)).toEqual([1, 0]);
});

test("the number that sent an SMS is no code", () => {
  const valuesFrom = (sender: string) => valuesOf(createMessageExtractor().fromSms({ id: "1", sender, body: code }));
  expect(valuesFrom("Shop")).toEqual(["481220"]);
  expect(valuesFrom("481220")).toEqual([]);
});
