import { expect, test, vi } from "vitest";
import { extractCodesOf, extractContent } from "../../src/waiting/extraction.ts";

const candidate = (value: string, confidence: number) => ({ value, shown: value, kind: "one_time", confidence });

const extractCodes = vi.hoisted(() => vi.fn());
vi.mock("@frontdesk/codes", () => ({
  extractCodes: extractCodes.mockImplementation(() => [
    candidate("482913", 0.51),
    candidate("774120", 0.5),
    candidate("550193", 0.49),
  ]),
  extractLinks: () => [{ url: "https://mill.example/c/1", text: "Confirm", confidence: 0.1 }],
}));

test("of a mail from an older server, the codes with a confidence from 0.5 are listed, and all links", () => {
  const summary = {
    id: "m1",
    sender: "ana@mill.example",
    subject: "",
    snippet: "",
    received_at: "2026-01-01T00:00:00Z",
  };
  expect(extractContent(summary, "text", "email")).toEqual({
    body: "text",
    links: [{ url: "https://mill.example/c/1", text: "Confirm" }],
    codes: [candidate("482913", 0.51), candidate("774120", 0.5)],
  });
});

test("codes are searched with the shape that is expected, and the links that the server has found", () => {
  const links = [{ url: "https://mill.example/c/482913", text: "Confirm" }];
  const message = {
    ...{ id: "m1", sender: "ana@mill.example", subject: "Hi", snippet: "", received_at: "2026-01-01T00:00:00Z" },
    ...{ body: "Your code is 482913", links, codes: [] },
  };
  const codes = extractCodesOf(message, "email", { length: 6 });
  expect(codes.map(({ value }) => value)).toEqual(["482913", "774120", "550193"]);
  expect(extractCodes.mock.lastCall).toEqual([
    message.body,
    expect.objectContaining({ channel: "email", sender: message.sender, subject: "Hi", length: 6, links }),
  ]);
});
