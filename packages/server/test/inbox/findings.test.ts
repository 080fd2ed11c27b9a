import { expect, test } from "vitest";
import { createFindings } from "../../src/inbox/findings.ts";

const mail = { id: "1", subject: "Your code", sender: "a@b.example" };
const code = "Your code is 481220.";
const valuesOf = ({ codes }: { codes: { value: string }[] }) => codes.map(({ value }) => value);

test.each([
  ["ends with", 65_536 - code.length, ["481220"]],
  ["goes beyond", 65_536 - code.length + 12, []],
])("a code that %s the first 65,536 characters is %j", (_what, before, values) => {
  const body = `${"\n".repeat(before)}${code}`;
  const findings = createFindings();
  expect(valuesOf(findings.inMail({ ...mail, body, links: [] })).filter((value) => value === "481220")).toEqual(values);
  expect(valuesOf(findings.inText({ id: "2", sender: "A", body })).filter((value) => value === "481220")).toEqual(
    values,
  );
});

test("what was found is found once, by the message's id", () => {
  const findings = createFindings();
  const first = findings.inMail({ ...mail, body: code });
  expect(findings.inMail({ ...mail, body: "" })).toBe(first);
  expect(findings.inMail({ ...mail, id: "other", body: "" })).not.toBe(first);
});

test("links that were stored are given, also where there are none; else they are sought in the text", () => {
  const body = "See https://shop.example/verify";
  const urlsOf = (links?: { url: string; text: string }[]) =>
    createFindings()
      .inMail({ ...mail, body, ...(links && { links }) })
      .links.map(({ url }) => url);
  expect(urlsOf()).toEqual(["https://shop.example/verify"]);
  expect(urlsOf([])).toEqual([]);
  expect(urlsOf([{ url: "https://a.example/x", text: "x" }])).toEqual(["https://a.example/x"]);
});

test("twenty codes are given at most, the best, and none that is less likely than not", () => {
  const body = Array.from({ length: 30 }, (_, at) => `Your backup code: ${482_913 + at * 7_919}`).join("\n");
  const { codes } = createFindings().inText({ id: "1", sender: "A", body });
  expect(codes.length).toBeLessThanOrEqual(20);
  expect(codes.every(({ confidence }) => confidence >= 0.5)).toBe(true);
});
