import { FrontdeskError } from "@frontdesk/sdk";
import { SecretsFolderError } from "./secrets.ts";

/** Stable error codes. */
export type FailureCode =
  | "bad_argument"
  | "not_found"
  | "expired"
  | "scope_missing"
  | "key_invalid"
  | "quota_reached"
  | "rate_limited"
  | "conflict"
  | "port_closed"
  | "port_not_allowed"
  | "not_writable"
  | "service_down"
  | "cancelled";

/** The call that a failure suggests. */
export interface NextStep {
  tool: string;
  /** Arguments, or a note on them. */
  hint?: string;
}

/** A failed call. Its message contains no untrusted text. */
export class ToolFailure extends Error {
  override readonly name = "ToolFailure";
  readonly code: FailureCode;
  readonly next: NextStep;
  readonly requiredScope: string | undefined;

  constructor(code: FailureCode, message: string, next: NextStep, requiredScope?: string) {
    super(message);
    this.code = code;
    this.next = next;
    this.requiredScope = requiredScope;
  }
}

/** Context of a failed request, for its message. */
export interface RequestSubject {
  /** The tool that was called. */
  tool: string;
  /** Scope that the tool needs. */
  scope: string | undefined;
  /** Tool that lists the resources it names. */
  listTool: string;
  /** The server, as messages name it. */
  server: string;
}

/**
 * Converts any error of a tool's requests to a failure. Drops the text of others: it may be untrusted, or contain a secret. The SDK throws
 * a `FrontdeskError` for each error response. Other errors, such as those of `fetch` or a timeout, mean that there was no response. Each
 * failure ends with the next step for the agent: a tool, and a note on how or when to call it. If secrets cannot be written,
 * `account_whoami` is next: it shows the folder, and creates nothing.
 */
export function toFailure(error: unknown, subject: RequestSubject): ToolFailure {
  if (error instanceof ToolFailure) return error;
  const { tool, server } = subject;
  if (error instanceof SecretsFolderError)
    return new ToolFailure("not_writable", `${error.message}, so nothing was created. It is set by --secrets-folder.`, {
      tool: "account_whoami",
      hint: "after the user has made the folder writable",
    });
  if (!(error instanceof FrontdeskError))
    return new ToolFailure(
      "service_down",
      `${server} could not be reached or did not answer in time. It may be stopped or restarting, or be elsewhere.`,
      { tool, hint: "again in 10 seconds; if that fails too, ask the user" },
    );
  return toFailureOfCode(error, subject) ?? toFailureOfStatus(error.status, subject);
}

/**
 * Returns the failure of the response's error code; `null` for a code that says no more than the status. `token_full`: an SMS inbox has
 * as many phone numbers as it may have.
 */
function toFailureOfCode({ status, code }: FrontdeskError, { scope, listTool }: RequestSubject): ToolFailure | null {
  const isForbiddenByOlderServer = status === 403 && code === null;
  const isScopeMissing = code === "missing_scope" || isForbiddenByOlderServer;
  if (isScopeMissing)
    return new ToolFailure(
      "scope_missing",
      `The key may not do this${scope ? `: it lacks the scope ${scope}` : ""}. Its owner can grant it.`,
      { tool: "account_whoami", hint: "to see its scopes" },
      scope,
    );
  // Subdomains directly under the base domain need a higher tier.
  if (code === "vip_required")
    return new ToolFailure("quota_reached", "This account's tier does not include such a name.", {
      tool: "account_whoami",
      hint: "to see the tier",
    });
  if (code === "limit_reached" || code === "token_full")
    return new ToolFailure(
      "quota_reached",
      "The account's limit is reached, so nothing was created. What is there may be in use: delete nothing unasked.",
      { tool: listTool, hint: "to see what there is and how old; then ask the user which may go" },
    );
  return null;
}

/**
 * Returns the failure for the status of a response whose error code says no more than the status. A status that is none of these, such as
 * 400 or the 403 of a key that would revoke itself, means wrong arguments. For a 429, `toErrorResult` adds the pause in seconds to the
 * text, if the server names one.
 */
function toFailureOfStatus(status: number, { tool, listTool, server }: RequestSubject): ToolFailure {
  if (status === 401)
    return new ToolFailure(
      "key_invalid",
      "The server does not accept FRONTDESK_KEY: it is wrong, expired or revoked. Ask the user to set a valid key and restart.",
      { tool: "account_whoami", hint: "to check the new key" },
    );
  if (status === 404)
    return new ToolFailure("not_found", "The account has nothing by that name or id; it may have been removed.", {
      tool: listTool,
      hint: "to see what there is",
    });
  if (status === 409)
    return new ToolFailure("conflict", "That name is taken or reserved, so nothing was created.", {
      tool,
      hint: "with another name",
    });
  if (status === 429)
    return new ToolFailure("rate_limited", "The server is asked too often.", { tool, hint: "after the pause" });
  if (status >= 500)
    return new ToolFailure("service_down", `${server} failed or is overloaded.`, {
      tool,
      hint: "again in 10 seconds",
    });
  return new ToolFailure("bad_argument", "The server refused the arguments.", {
    tool,
    hint: "with corrected arguments",
  });
}
