import { expect, test, vi } from "vitest";
import { call } from "./call.ts";

const connection = { client: "App", host: "app.test" };
const keys = {
  "agent-tokens/list": {
    agent_tokens: [
      { id: "k1", name: "App", connection },
      { id: "k2", name: "ci" },
    ],
    next: null,
  },
};
const wrongLimit = (text: string) => `--limit must be a whole number from 1 to 99999, not "${text}"`;
const unknownConnection = (id: string) => `No connection has the id ${id}. List them first: frontdesk connections list`;

test.each([
  ["connections revoke k9", keys, 1, unknownConnection("k9")],
  ["connections revoke k2", keys, 1, unknownConnection("k2")],
  ["audit --limit 0", {}, 2, wrongLimit("0")],
  ["audit --limit 100000", {}, 2, wrongLimit("100000")],
  ["code signup --timeout soon", {}, 2, "--timeout must be a number of seconds, such as 60."],
  [
    "authenticator register anna --uri-file /no/such/file",
    {},
    2,
    "--uri-file: /no/such/file cannot be read: ENOENT: no such file or directory, open '/no/such/file'",
  ],
])("%s changes nothing and says why", async (argv, responses, code, message) => {
  const { requests, ...result } = await call(argv, responses);
  expect(result).toMatchObject({ code, out: [], err: [message] });
  expect(requests.filter((line) => !line.startsWith("GET "))).toEqual([]);
});

test("the URI of an authenticator is asked for at a terminal", async () => {
  const ask = vi.fn(async () => " otpauth://totp/x?secret=ABC \n");
  const { requests, out } = await call(
    "authenticator register anna",
    { "authenticators/register": { authenticator: { id: "a1", name: "anna" } } },
    { ask },
  );
  expect(ask.mock.calls).toEqual([["otpauth:// URI of the second factor: "]]);
  expect(requests).toEqual(['POST authenticators/register {"uri":"otpauth://totp/x?secret=ABC","name":"anna"}']);
  expect(out).toEqual(["anna"]);
});
