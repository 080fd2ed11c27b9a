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

const found = {
  link: { url: "https://a.test/1", text: "Confirm", reason: "is a link" },
  code: { value: "482913", shown: "482913", kind: "one_time", reason: "is a code" },
};

test.each(
  (["link", "code"] as const).flatMap((target) =>
    (
      [
        [0.5, undefined, true],
        [0.49, undefined, false],
        [0.3, 0.3, true],
        [0.29, 0.3, false],
      ] as const
    ).map((row) => [target, ...row] as const),
  ),
)("a %s of the confidence %d is enough where the least is %j: %j", async (target, confidence, least, isEnough) => {
  candidate.confidence = confidence;
  const options = least === undefined ? {} : { minConfidence: least };
  const search = target === "link" ? linkSearch(options, "email") : codeSearch({ length: 6, ...options }, "email");
  const { reason } = found[target];
  const why = `its best candidate for the ${target} has too little confidence (${confidence}: ${reason})`;
  expect(await search.inspect(message("a"))).toEqual(
    isEnough ? { found: [{ ...found[target], confidence }] } : { why },
  );
});

test("a code that the server found with the least confidence is taken", async () => {
  const code = { value: "771204", shown: "771204", kind: "one_time" as const, confidence: 0.5, reason: "is a code" };
  expect(await codeSearch({}, "email").inspect(message("a", { codes: [code] }))).toEqual({ found: [code] });
});
