import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type Terminal, UsageError } from "@frontdesk/basics/command-line";
import { FrontdeskError, UnreachableError, WaitTimeoutError } from "@frontdesk/sdk";
import { expect, onTestFinished, test } from "vitest";
import { explainClientError } from "../src/commands.ts";
import { connect } from "../src/connection.ts";
import { parseTimeout } from "../src/waiting.ts";

const key = "svcagt_TheKeyOfTheConnectionTests0";
const open = (args: Parameters<typeof connect>[0], env: Record<string, string>) => connect(args, { env } as Terminal);

/** A file with this text. */
function makeFile(text: string): string {
  const dir = mkdtempSync(join(tmpdir(), "frontdesk-cli-"));
  onTestFinished(() => rmSync(dir, { recursive: true }));
  const file = join(dir, "key");
  writeFileSync(file, text);
  return file;
}

test.each([
  [{ url: "https://flag.example" }, "https://variable.example", "https://flag.example"],
  [{}, "https://variable.example", "https://variable.example"],
  [{}, "", "http://localhost:8787"],
])("with the flags %j and the variable %j the server is %s", (args, variable, url) => {
  expect(open(args, { FRONTDESK_URL: variable, FRONTDESK_KEY: key }).url).toBe(url);
});

test.each([
  [{ url: "ftp://desk" }, "", '--url: "ftp://desk" is not an http(s) URL'],
  [{}, "desk", 'FRONTDESK_URL: "desk" is not an http(s) URL'],
  [{ url: "" }, "https://variable.example", '--url: "" is not an http(s) URL'],
  [{ url: "httpx://desk" }, "", '--url: "httpx://desk" is not an http(s) URL'],
])("with the flags %j and the variable %j the error is: %s", (args, variable, message) => {
  const connecting = () => open(args, { FRONTDESK_URL: variable, FRONTDESK_KEY: key });
  expect(connecting).toThrow(UsageError);
  expect(connecting).toThrow(message);
});

test("the key is that of the file, else of the variable, without spaces around it", () => {
  open({ keyFile: makeFile(`${key}\n`) }, { FRONTDESK_KEY: "wrong" });
  open({}, { FRONTDESK_KEY: ` ${key} ` });
  expect(() => open({ keyFile: "/no/such/file" }, { FRONTDESK_KEY: key })).toThrow(
    new UsageError("--key-file: /no/such/file cannot be read. Check the path and its permissions."),
  );
  for (const env of [{}, { FRONTDESK_KEY: "" }] as Record<string, string>[])
    expect(() => open({}, env)).toThrow(
      new UsageError(
        "No key: set FRONTDESK_KEY to an agent key (svcagt_…; `frontdesk key create` on the server makes one), or pass a file that contains it with --key-file.",
      ),
    );
});

const agentKey = "This command needs an agent key (svcagt_…).";
const oneKey = "must contain one agent key (svcagt_…) and nothing else.";
test.each([
  ["svcm_secret", `contains a mailbox key. ${agentKey}`],
  ["svcsms_secret", `contains an SMS key. ${agentKey}`],
  ["svc_secret", `contains a tunnel token, which frontdesk-tunnel takes. ${agentKey}`],
  ["svcagt_a b", oneKey],
  ["secret", oneKey],
])("%s is no agent key: the source of it %s", (text, message) => {
  expect(() => open({}, { FRONTDESK_KEY: text })).toThrow(new UsageError(`FRONTDESK_KEY ${message}`));
  const keyFile = makeFile(`${text}\n`);
  expect(() => open({ keyFile }, {})).toThrow(new UsageError(`--key-file: ${keyFile} ${message}`));
});

/** The exit code and message of an error. */
function fail(error: Error) {
  const failure = explainClientError(error);
  return failure && [failure.code, failure.message];
}

test("a rejected call exits with 1 and a server out of reach with 4, which says why; any other error stays", () => {
  const rejected = new FrontdeskError(404, null, "No such mailbox.");
  expect(fail(rejected)).toEqual([1, "No such mailbox."]);
  const overloaded = new UnreachableError("http://desk", new Response(null, { status: 503 }));
  expect(fail(overloaded)).toEqual([4, overloaded.message]);
  expect(fail(new UnreachableError("http://desk", new DOMException("late", "TimeoutError")))).toEqual([
    4,
    "The server at http://desk did not respond in time. Is it overloaded or frozen?",
  ]);
  expect(fail(new UnreachableError("http://desk", new TypeError("fetch failed")))).toEqual([
    4,
    "No response from http://desk. Is the server running, and is --url (or FRONTDESK_URL) correct?",
  ]);
  expect(fail(new Error("bug"))).toBeNull();
});

test.each([
  ["60", 60_000],
  ["0.5", 500],
  ["0", 0],
])("a timeout of %s seconds is %i ms", (seconds, milliseconds) => {
  expect(parseTimeout(seconds)).toBe(milliseconds);
});

test.each(["", " ", "-1", "soon", "1m"])("%j is no timeout", (seconds) => {
  expect(() => parseTimeout(seconds)).toThrow(new UsageError("--timeout must be a number of seconds, such as 60."));
});

test("a wait that timed out exits with 3", () => {
  const late: Error = Object.assign(Object.create(WaitTimeoutError.prototype), {
    name: "WaitTimeoutError",
    message: "Nothing came.",
  });
  expect(fail(late)).toEqual([3, "Nothing came."]);
});
