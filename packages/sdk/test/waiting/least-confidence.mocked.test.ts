import { expect, test, vi } from "vitest";
import { codeSearch, linkSearch } from "../../src/waiting/search.ts";
import { message } from "./fake-inbox.ts";

const candidate = vi.hoisted(() => ({ confidence: 0 }));
vi.mock("../../src/waiting/load-extraction.ts", () => ({
  loadExtraction: async () => ({
    extractLinksOf: () => [{ url: "https://a.test/1", text: "Confirm", reason: "is a link", ...candidate }],
    extractCodesOf: () => [{ value: "482913", shown: "482913", kind: "one_time", reason: "is a code", ...candidate }],
    toCode: (code: object) => code,
  }),
}));

const tooLittle = (target: string, reason: string) =>
  `its best candidate for the ${target} has too little confidence (${reason})`;

test.each([
  [0.5, undefined, null],
  [0.49, undefined, "0.49: is a link"],
  [0.3, 0.3, null],
  [0.29, 0.3, "0.29: is a link"],
])("a link of the confidence %d is enough with the least of %j: %j says why not", async (confidence, least, why) => {
  candidate.confidence = confidence;
  const search = linkSearch({ ...(least !== undefined && { minConfidence: least }) }, "email");
  const links = [{ url: "https://a.test/1", text: "Confirm", reason: "is a link", confidence }];
  expect(await search.inspect(message("a"))).toEqual(why ? { why: tooLittle("link", why) } : { found: links });
});

test.each([
  [0.5, undefined, null],
  [0.49, undefined, "0.49: is a code"],
  [0.3, 0.3, null],
  [0.29, 0.3, "0.29: is a code"],
])("so is a code of the confidence %d with the least of %j: %j says why not", async (confidence, least, why) => {
  candidate.confidence = confidence;
  const search = codeSearch({ length: 6, ...(least !== undefined && { minConfidence: least }) }, "email");
  const codes = [{ value: "482913", shown: "482913", kind: "one_time", reason: "is a code", confidence }];
  expect(await search.inspect(message("a"))).toEqual(why ? { why: tooLittle("code", why) } : { found: codes });
});

test("a code that the server found with the least confidence is taken", async () => {
  const code = { value: "771204", shown: "771204", kind: "one_time" as const, confidence: 0.5, reason: "is a code" };
  expect(await codeSearch({}, "email").inspect(message("a", { codes: [code] }))).toEqual({ found: [code] });
});
