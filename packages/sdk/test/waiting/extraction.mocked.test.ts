import { expect, test, vi } from "vitest";
import { extractContent } from "../../src/waiting/extraction.ts";

const candidate = (value: string, confidence: number) => ({ value, shown: value, kind: "one_time", confidence });

vi.mock("@frontdesk/codes", () => ({
  extractCodes: () => [candidate("482913", 0.51), candidate("774120", 0.5), candidate("550193", 0.49)],
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
