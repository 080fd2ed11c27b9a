import { expect, test } from "vitest";
import { openMailbox } from "../src/index.ts";

/** A mail that any finder reads otherwise than what its `codes` say. */
const mail = {
  id: "20000101000000000-0000000000000001",
  subject: "Your sign-in code",
  sender: "shop@example.com",
  recipient: "demo@desk.example.com",
  snippet: "Your sign-in code is 482913.",
  received_at: "2000-01-01T00:00:00.000Z",
  body: "Your sign-in code is 482913.",
  links: [],
};
const code = { value: "771204", shown: "771 204", kind: "one_time", confidence: 0.8 };

/** A mailbox of a server that answers every read with this mail. */
function holding(rest: object) {
  const emails = [{ ...mail, ...rest }];
  return openMailbox({
    baseUrl: "http://desk.test",
    key: "svcm_x",
    address: "demo@desk.example.com",
    fetch: async () => Response.json({ success: true, emails, cursor: "c1", more: false, missed: 0 }),
  });
}

const everything = { after: "0", timeout: 0 };

test("a wait returns the code that the server found", async () => {
  const found = await holding({ codes: [{ ...code, kind: "booking" }, code] }).waitForCode(everything);
  expect(found).toMatchObject({ code: "771204", candidates: [code] });
});

test("of several codes in a message a wait returns the first, which is the best", async () => {
  const other = { ...code, value: "330918", shown: "330918", confidence: 0.6 };
  const found = await holding({ codes: [code, other] }).waitForCode(everything);
  expect(found).toMatchObject({ code: "771204", candidates: [code, other] });
});

test("a wait for a code of a given form searches the text itself", async () => {
  const found = await holding({ codes: [code] }).waitForCode({ ...everything, length: 6, pattern: /4\d+/ });
  expect(found.code).toBe("482913");
});

test("a wait with a lower confidence searches for the codes that the server omitted", async () => {
  const found = await holding({ codes: [] }).waitForCode({ ...everything, minConfidence: 0.1 });
  expect(found.code).toBe("482913");
});

test("a wait extracts the code if an older server did not", async () => {
  const found = await holding({ codes: undefined }).waitForCode(everything);
  expect(found.code).toBe("482913");
});

test("a code below the requested confidence is ignored, and the error gives its confidence", async () => {
  const waiting = holding({ codes: [code], body: "123456", subject: "" }).waitForCode({
    ...everything,
    minConfidence: 0.9,
  });
  await expect(waiting).rejects.toMatchObject({
    reason: "no_code",
    nearMisses: [{ why: "its best candidate for the code has too little confidence (0.75: is all there is)" }],
  });
});

test("if the server found none there is none", async () => {
  await expect(holding({ codes: [] }).waitForCode(everything)).rejects.toMatchObject({
    reason: "no_code",
    nearMisses: [{ why: "it contains no code" }],
  });
});

test("codes of another kind are no one-time code, whatever form is asked for", async () => {
  const body = "Your backup codes: 482913 771204 330918";
  const codes = ["482913", "771204", "330918"].map((value) => ({ ...code, value, shown: value, kind: "backup" }));
  for (const form of [{}, { length: 6 }, { minConfidence: 0.1 }])
    await expect(holding({ body, subject: "", codes }).waitForCode({ ...everything, ...form })).rejects.toMatchObject({
      reason: "no_code",
    });
});
