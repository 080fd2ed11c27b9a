import { type ErrorCode, FrontdeskError, UnreachableError } from "@frontdesk/sdk";
import { expect, test } from "vitest";
import { ToolFailure, toFailure } from "../../src/text/failure.ts";
import { SecretsFolderError } from "../../src/text/secrets.ts";

const subject = { tool: "mailbox_register", scope: "mailbox:create", listTool: "mailbox_list", server: "The server" };
const failureOf = (status: number, code: ErrorCode | null) =>
  toFailure(new FrontdeskError(status, code, "untrusted"), subject);

const wrongArguments = [
  "bad_argument",
  "The server refused the arguments.",
  "mailbox_register: with corrected arguments",
];
const scopeMissing = [
  "scope_missing",
  "The key may not do this: it lacks the scope mailbox:create. Its owner can grant it.",
  "account_whoami: to see its scopes",
];
const limitReached = [
  "quota_reached",
  "The account's limit is reached, so nothing was created. What is there may be in use: delete nothing unasked.",
  "mailbox_list: to see what there is and how old; then ask the user which may go",
];
const serverFailed = ["service_down", "The server failed or is overloaded.", "mailbox_register: again in 10 seconds"];

test.each<[number, ErrorCode | null, string[]]>([
  [400, "invalid_request", wrongArguments],
  [
    401,
    "unauthenticated",
    [
      "key_invalid",
      "The server does not accept FRONTDESK_KEY: it is wrong, expired or revoked. Ask the user to set a valid key and restart.",
      "account_whoami: to check the new key",
    ],
  ],
  [403, "missing_scope", scopeMissing],
  [403, null, scopeMissing],
  [403, "own_key", wrongArguments],
  [
    403,
    "vip_required",
    ["quota_reached", "This account's tier does not include such a name.", "account_whoami: to see the tier"],
  ],
  [403, "limit_reached", limitReached],
  [403, "token_full", limitReached],
  [
    404,
    "not_found",
    [
      "not_found",
      "The account has nothing by that name or id; it may have been removed.",
      "mailbox_list: to see what there is",
    ],
  ],
  [
    409,
    "already_taken",
    ["conflict", "That name is taken or reserved, so nothing was created.", "mailbox_register: with another name"],
  ],
  [413, "payload_too_large", wrongArguments],
  [429, "rate_limited", ["rate_limited", "The server is asked too often.", "mailbox_register: after the pause"]],
  [499, null, wrongArguments],
  [500, "internal", serverFailed],
  [503, "unavailable", serverFailed],
])("of a response of %i %s an agent is told what failed and what to call next", (status, code, told) => {
  const { code: failureCode, message, next, requiredScope } = failureOf(status, code);
  expect([failureCode, message, `${next.tool}: ${next.hint}`]).toEqual(told);
  expect(requiredScope).toBe(failureCode === "scope_missing" ? "mailbox:create" : undefined);
});

test("a missing scope is named if the tool needs one", () => {
  expect(failureOf(403, "missing_scope").message).toContain("it lacks the scope mailbox:create.");
  const { message } = toFailure(new FrontdeskError(403, "missing_scope", ""), { ...subject, scope: undefined });
  expect(message).toBe("The key may not do this. Its owner can grant it.");
});

test("a failure stays as it is, and any other error is a server out of reach", () => {
  const failure = new ToolFailure("expired", "gone", { tool: "mail_list" });
  expect(toFailure(failure, subject)).toBe(failure);
  for (const error of [new UnreachableError("http://desk", null), new Error("secret"), "text"]) {
    const { code, message, next } = toFailure(error, subject);
    expect([code, message, next]).toEqual([
      "service_down",
      "The server could not be reached or did not answer in time. It may be stopped or restarting, or be elsewhere.",
      { tool: "mailbox_register", hint: "again in 10 seconds; if that fails too, ask the user" },
    ]);
  }
});

test("a folder for secrets that cannot be written is named", () => {
  const error = new SecretsFolderError("Cannot write to the folder /x (EACCES)");
  expect(toFailure(error, subject)).toMatchObject({
    code: "not_writable",
    message: "Cannot write to the folder /x (EACCES), so nothing was created. It is set by --secrets-folder.",
    next: { tool: "account_whoami", hint: "after the user has made the folder writable" },
  });
});
