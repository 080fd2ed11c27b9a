import { expect, test } from "vitest";
import { createPrinter } from "../../src/cli/printer.ts";
import { TokenRefusedError } from "../../src/client/errors.ts";

const request = {
  method: "GET",
  path: "/a\x1b[2J",
  status: 200,
  ms: 12.34,
  appDown: false,
  headers: {},
  host: "",
  refusal: "",
};

test("a line for a terminal contains no control characters", () => {
  const lines: string[] = [];
  createPrinter({ isJson: false, out: (line) => lines.push(line), err: (line) => lines.push(line) }).request(
    "",
    request,
  );
  expect(lines).toEqual(["GET    /a?[2J 200 12 ms"]);
});

test("with --json every line is an object", () => {
  const lines: string[] = [];
  const printer = createPrinter({ isJson: true, out: (line) => lines.push(line), err: () => {} });
  printer.status({ type: "online", url: "http://demo.example", resumed: false });
  printer.request("http://demo.example", request);
  printer.end("http://demo.example", { type: "replaced" });
  expect(lines.map((line) => JSON.parse(line))).toMatchObject([
    { event: "online", url: "http://demo.example" },
    { event: "request", method: "GET", status: 200, ms: 12.3 },
    { event: "closed", reason: "replaced" },
  ]);
});

test("a long outage is reported once per reason, in one plain line", () => {
  const lines: string[] = [];
  const printer = createPrinter({ isJson: false, out: (line) => lines.push(line), err: (line) => lines.push(line) });
  const offline = (reason: string) => printer.status({ type: "offline", reason, retryIn: 100 });
  for (const reason of ["refused", "refused", "not\x1b[2J found\nby the library", "refused"]) offline(reason);
  printer.status({ type: "online", url: "http://demo.example", resumed: true });
  offline("refused");
  expect(lines).toEqual([
    "Offline: refused. Retrying.",
    "Offline: not?[2J found. Retrying.",
    "Offline: refused. Retrying.",
    "Back online at http://demo.example",
    "Offline: refused. Retrying.",
  ]);
});

test("text from a server or a visitor is shown, never interpreted by the terminal", () => {
  const lines: string[] = [];
  const out = (line: string) => void lines.push(line);
  for (const isJson of [false, true]) {
    const printer = createPrinter({ isJson, out, err: out });
    const evil = "a\x1b]0;b\x07\x9b2J\u202ec";
    printer.status({ type: "online", url: evil, resumed: false });
    printer.hint(evil);
    printer.error(evil);
    printer.inspector(evil);
    printer.forPort(3000).end(evil, { type: "refused", error: new TokenRefusedError(evil, evil) });
  }
  expect(lines.length).toBe(10);
  // biome-ignore lint/suspicious/noControlCharactersInRegex: none of these may come through
  expect(lines.filter((line) => /[\x00-\x1f\x7f-\x9f\u202a-\u202e]/.test(line))).toEqual([]);
  expect(JSON.parse(lines[5]!).url).toBe("a\x1b]0;b\x07\x9b2J\u202ec");
});

test("secret values are not printed", () => {
  const lines: string[] = [];
  for (const isJson of [false, true])
    createPrinter({ isJson, out: (line) => lines.push(line), err: () => {} }).request("", {
      ...request,
      path: "/cb?code=SECRET&access_token=SECRET&page=2",
    });
  expect(lines.join()).not.toContain("SECRET");
  expect(lines.join()).toContain("page=2");
});

test("several tunnels are distinguished by the app's port", () => {
  const lines: string[] = [];
  const print = (isJson: boolean) =>
    createPrinter({ isJson, out: (line) => lines.push(line), err: (line) => lines.push(line) }).forPort(3000);
  print(false).request("", { ...request, path: "/a" });
  print(false).status({ type: "offline", reason: "refused", retryIn: 100 });
  print(true).inspector("http://localhost:4040");
  expect(lines).toEqual([
    "[3000] GET    /a 200 12 ms",
    "[3000] Offline: refused. Retrying.",
    '{"event":"inspector","port":3000,"url":"http://localhost:4040"}',
  ]);
});

test("the text output shows each state and how the tunnel ended", () => {
  const lines: string[] = [];
  const printer = createPrinter({ isJson: false, out: (line) => lines.push(line), err: (line) => lines.push(line) });
  printer.status({ type: "online", url: "http://demo.example", resumed: false });
  printer.request("", { ...request, path: "/a", status: 0 });
  printer.request("", { ...request, path: "/a", status: 502, appDown: true });
  printer.status({ type: "draining", running: 2 });
  printer.end("http://demo.example", { type: "closed" });
  printer.end("http://demo.example", { type: "replaced" });
  expect(lines).toEqual([
    "Online at http://demo.example",
    "GET    /a aborted 12 ms",
    "GET    /a 502 12 ms (the app is down)",
    "Waiting for 2 current requests. Press Ctrl-C again to exit at once.",
    "Another client took over this name. Start both with --share to share it.",
  ]);
});

test("the JSON output shows the same", () => {
  const lines: string[] = [];
  const printer = createPrinter({ isJson: true, out: (line) => lines.push(line), err: () => {} });
  printer.status({ type: "offline", reason: "refused", retryIn: 99.6 });
  printer.status({ type: "draining", running: 2 });
  printer.qr("drawn");
  printer.end("", { type: "refused", error: new TokenRefusedError("http://desk.example", "it was renewed") });
  expect(lines.map((line) => JSON.parse(line))).toEqual([
    { event: "offline", reason: "refused", retry_in_ms: 100 },
    { event: "draining", running: 2 },
    { event: "closed", url: null, reason: "refused", error: expect.stringContaining("it was renewed") },
  ]);
});

test("a key in an error message is not printed, in either format", () => {
  const lines: string[] = [];
  const out = (line: string) => void lines.push(line);
  for (const isJson of [false, true])
    createPrinter({ isJson, out, err: out }).error("svc_abcdefgh12345678 is no token");
  expect(lines.join()).not.toContain("abcdefgh");
  expect(lines).toHaveLength(2);
});

test("text from others is cut to one line", () => {
  const lines: string[] = [];
  const out = (line: string) => void lines.push(line);
  const printer = createPrinter({ isJson: false, out, err: out });
  printer.request("", { ...request, path: `/${"a".repeat(500)}` });
  printer.status({ type: "offline", reason: "b".repeat(500), retryIn: 1 });
  expect(lines).toEqual([`GET    /${"a".repeat(199)} 200 12 ms`, `Offline: ${"b".repeat(200)}. Retrying.`]);
});

test.each(["\x00", "\x1f", "\x7f", "\x9f", "\u202a", "\u202e", "\u2066", "\u2069"])(
  "%j is neither sent to a terminal nor lost in JSON",
  (control) => {
    const lines: string[] = [];
    const out = (line: string) => void lines.push(line);
    for (const isJson of [false, true]) createPrinter({ isJson, out, err: out }).hint(`a${control}b`);
    expect(lines[0]).toBe("a?b");
    expect(lines[1]).not.toContain(control);
    expect(JSON.parse(lines[1]!).text).toBe(`a${control}b`);
  },
);

test("a QR code is printed unchanged", () => {
  const lines: string[] = [];
  createPrinter({ isJson: false, out: (line) => lines.push(line), err: () => {} }).qr("\u001b[7m ▄\n");
  expect(lines).toEqual(["\u001b[7m ▄\n"]);
});
