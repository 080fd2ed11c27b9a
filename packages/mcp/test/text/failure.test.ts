import { type ErrorCode, FrontdeskError, UnreachableError } from "@frontdesk/sdk";
import { expect, test } from "vitest";
import { ToolFailure, toFailure } from "../../src/text/failure.ts";
import { SecretsFolderError } from "../../src/text/secrets.ts";

const subject = { tool: "mailbox_register", scope: "mailbox:create", listTool: "mailbox_list", server: "The server" };
const failureOf = (status: number, code: ErrorCode | null) =>
  toFailure(new FrontdeskError(status, code, "untrusted"), subject);

test.each<[number, ErrorCode | null, string, string]>([
  [400, "invalid_request", "bad_argument", "mailbox_register"],
  [401, "unauthenticated", "key_invalid", "account_whoami"],
  [403, "missing_scope", "scope_missing", "account_whoami"],
  [403, null, "scope_missing", "account_whoami"],
  [403, "own_key", "bad_argument", "mailbox_register"],
  [403, "vip_required", "quota_reached", "account_whoami"],
  [403, "limit_reached", "quota_reached", "mailbox_list"],
  [403, "token_full", "quota_reached", "mailbox_list"],
  [404, "not_found", "not_found", "mailbox_list"],
  [409, "already_taken", "conflict", "mailbox_register"],
  [413, "payload_too_large", "bad_argument", "mailbox_register"],
  [429, "rate_limited", "rate_limited", "mailbox_register"],
  [499, null, "bad_argument", "mailbox_register"],
  [500, "internal", "service_down", "mailbox_register"],
  [503, "unavailable", "service_down", "mailbox_register"],
])("a response of %i %s is the failure %s, after which %s helps", (status, code, failureCode, tool) => {
  const failure = failureOf(status, code);
  expect(failure).toMatchObject({ code: failureCode, next: { tool } });
  expect(failure.message).not.toContain("untrusted");
  expect(failure.requiredScope).toBe(failureCode === "scope_missing" ? "mailbox:create" : undefined);
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
    const { code, message } = toFailure(error, subject);
    expect(code).toBe("service_down");
    expect(message).toMatch(/^The server could not be reached/);
  }
});

test("a folder for secrets that cannot be written is named", () => {
  const error = new SecretsFolderError("Cannot write to the folder /x (EACCES)");
  expect(toFailure(error, subject)).toMatchObject({
    code: "not_writable",
    message: "Cannot write to the folder /x (EACCES), so nothing was created. It is set by --secrets-folder.",
    next: { tool: "account_whoami" },
  });
});
