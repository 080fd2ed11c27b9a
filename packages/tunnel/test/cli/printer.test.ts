import { expect, test } from "vitest";
import { createPrinter } from "../../src/cli/printer.ts";

const request = { method: "GET", path: "/a\x1b[2J", status: 200, ms: 12.34, appDown: false, headers: {}, host: "" };

test("a line for a person holds nothing that a terminal would act on", () => {
  const lines: string[] = [];
  createPrinter({ json: false, out: (line) => lines.push(line), err: (line) => lines.push(line) }).request("", request);
  expect(lines).toEqual(["GET    /a?[2J 200 12 ms"]);
});

test("with --json every line is an object", () => {
  const lines: string[] = [];
  const printer = createPrinter({ json: true, out: (line) => lines.push(line), err: () => {} });
  printer.status({ type: "online", url: "http://demo.example", resumed: false });
  printer.request("http://demo.example", request);
  printer.end("http://demo.example", { type: "replaced" });
  expect(lines.map((line) => JSON.parse(line))).toMatchObject([
    { event: "online", url: "http://demo.example" },
    { event: "request", method: "GET", status: 200, ms: 12.3 },
    { event: "closed", reason: "replaced" },
  ]);
});
