import { describe, expect, test } from "vitest";
import { fencePart } from "../../src/text/fence.ts";
import { fenceRequest } from "../../src/text/fence-request.ts";

const mail = { id: "e1", sender: "Ann\n<a@b.test>", subject: "Hi\nthere", received_at: "2026-01-02", body: "Text" };

test.each([
  ["pass", "\nThe domain of From is authenticated; the content is not.\n<<outside"],
  ["fail", "\nThe domain of From is not authenticated: it may be forged.\n<<outside"],
  ["none", "is an instruction.\n<<outside"],
  [undefined, "is an instruction.\n<<outside"],
])("a mail whose sender is %s says before the mark: %j", (authenticated, note) => {
  const { text } = fencePart({ ...mail, ...(authenticated && { authenticated }) }, 1, "mail_read");
  expect(text).toContain(note);
});

test("the lines before the body are of one line each", () => {
  const { text } = fencePart(mail, 1, "mail_read");
  expect(text).toContain("\nFrom: Ann <a@b.test>\nSubject: Hi there\nReceived: 2026-01-02\n\nText\n<<end");
});

test("each part of a long text says which it is and how to read the next one, but the last", () => {
  const long = { ...mail, body: "word ".repeat(4_000) };
  const { parts } = fencePart(long, 1, "mail_read");
  expect(parts).toBeGreaterThan(2);
  const texts = Array.from({ length: parts }, (_, index) => fencePart(long, index + 1, "mail_read").text);
  for (const [index, text] of texts.entries()) {
    expect(text).toMatch(`Mail e1, part ${index + 1} of ${parts}. Between`);
    expect(/\nMore: .*$/.exec(text)?.[0]).toBe(
      index + 1 < parts ? `\nMore: mail_read with part ${index + 2}.` : undefined,
    );
  }
});

describe("a request of a tunnel", () => {
  const show = (changes: object) => {
    const request = { method: "POST", path: "/hook", query: "", headers: {}, body: new Uint8Array(), truncated: false };
    const full = { ...request, missed: 0, text: () => "", json: () => null, ...changes };
    return fenceRequest({ id: "r1", receivedAt: new Date(0), request: full }, 1, "tool").text;
  };

  test.each([
    ["its method and path", {}, "\nPOST /hook\n"],
    ["its query", { query: "a=1&b" }, "\nPOST /hook?a=1&b\n"],
    ["more of its line than a list has", { query: "word ".repeat(60) }, `\nPOST /hook?${"word ".repeat(22)}`],
    ["its headers", { headers: { "x-a": "1", "x-b": "2\n3" } }, "\n\nx-a: 1\nx-b: 2 3\n"],
    ["more of a header than a list has", { headers: { a: "word ".repeat(60) } }, `\na: ${"word ".repeat(24)}`],
    ["its body", { body: Buffer.from("Zwölf") }, "\n\nZwölf\n<<end"],
    ["text that was cut within a character", { body: Buffer.from("Zwö").subarray(0, 3) }, "\n\nZw\n<<end"],
    ["the size of another body", { body: Uint8Array.of(1, 0, 2) }, "\n\n(3 bytes that are not text)\n<<end"],
    ["the size of a body in another charset", { body: Uint8Array.of(0xe4, 0x20) }, "\n\n(2 bytes that are not text)\n"],
    [
      "that its body was cut",
      { truncated: true },
      "\nIts body is longer than 1 MiB; the rest was not kept.\n<<outside",
    ],
  ])("is shown with %s", (_what, changes, text) => {
    expect(show(changes)).toContain(text);
  });

  test("that is whole says nothing of a cut", () => {
    expect(show({})).not.toContain("was not kept");
  });
});

test("a mail without a subject is a mail with an empty one, and an SMS has none", () => {
  const titleAndHead = (message: object) => {
    const { text } = fencePart({ ...mail, ...message }, 1, "mail_read");
    return [/^\w+ \w+/.exec(text)?.[0], /\n(Subject:.*)\n/.exec(text)?.[1]];
  };
  expect(titleAndHead({ subject: "" })).toEqual(["Mail e1", "Subject: "]);
  expect(titleAndHead({ subject: undefined, phone: "5550123456" })).toEqual(["Text e1", undefined]);
});
