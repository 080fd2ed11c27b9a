import type { ErrorCode } from "@frontdesk/contract";
import type { FailureCode } from "../../../mcp/src/text/failure.ts";

interface Meaning {
  meaning: string;
  action: string;
}

/** Meaning of each code of the API. The compiler reports one that is missing. */
export const apiMeanings = {
  invalid_request: { meaning: "An input is wrong. The sentence names it.", action: "Correct the input." },
  unauthenticated: {
    meaning: "The credential is missing, wrong, expired, revoked or of another kind.",
    action: "Send a valid one as `Authorization: Bearer …`. See [credentials](../explanation/credentials.md).",
  },
  missing_scope: {
    meaning: "The agent key lacks the scope of this operation.",
    action: "Use a key that has the scope, or add it to this one.",
  },
  limit_reached: {
    meaning: "The account has as many as its limit allows.",
    action: "Delete one, or have the operator raise the limit: `frontdesk account set`.",
  },
  vip_required: {
    meaning: "Names directly under the base domain need a higher tier.",
    action: "Choose a name under the tunnel domain, or have the operator raise the tier.",
  },
  token_full: {
    meaning: "The SMS inbox has two phone numbers already.",
    action: "Register another SMS inbox for this phone.",
  },
  own_key: { meaning: "A key can't revoke or change itself.", action: "Use another key of the account." },
  not_found: {
    meaning: "There is nothing with this id or name in the account, or no such path.",
    action: "List what there is. What belongs to another account counts as missing.",
  },
  method_not_allowed: { meaning: "The path has other methods.", action: "Use one that the header `Allow` lists." },
  already_taken: { meaning: "The name is taken or reserved.", action: "Choose another, or open the one you have." },
  payload_too_large: { meaning: "The body is larger than allowed.", action: "Send less than the sentence says." },
  unsupported_media_type: { meaning: "The body is not JSON.", action: "Send `Content-Type: application/json`." },
  rate_limited: {
    meaning: "Too many requests, pending waits or wrong credentials.",
    action: "Try again after the seconds in `Retry-After`. The SDK does so itself.",
  },
  internal: { meaning: "The server failed. Its log has the reason.", action: "Report it to the operator." },
  unavailable: {
    meaning: "The storage does not respond or is full, or the server is stopping.",
    action: "Try again. The SDK does so itself. If it persists, ask the operator to run `frontdesk doctor`.",
  },
} satisfies Record<ErrorCode, Meaning>;

/** Meaning of each code of the MCP tools. The compiler reports one that is missing. */
export const toolMeanings = {
  bad_argument: { meaning: "An argument is missing, unknown or wrong.", action: "Correct the arguments." },
  not_found: { meaning: "The account has nothing by that name or id.", action: "Call the tool that lists them." },
  expired: { meaning: "What was named has expired.", action: "Start again, as the error says." },
  scope_missing: { meaning: "The key lacks a scope.", action: "Ask the key's owner to add it." },
  key_invalid: { meaning: "The server does not accept the key.", action: "Set a valid key and restart." },
  quota_reached: { meaning: "A limit of the account is reached.", action: "Ask the user what may be deleted." },
  rate_limited: { meaning: "Too many calls.", action: "Call again after the pause." },
  conflict: { meaning: "The name is taken or reserved.", action: "Call again with another name." },
  port_closed: { meaning: "Nothing listens on the local port.", action: "Start the app, then call again." },
  port_not_allowed: {
    meaning: "The port is not one that may be exposed.",
    action: "Ask the user to allow it: `--allow-port`.",
  },
  not_writable: {
    meaning: "The folder for new keys can't be written.",
    action: "Make it writable, or set `--secrets-folder`.",
  },
  service_down: { meaning: "The server is unreachable, failed or is overloaded.", action: "Call again in 10 seconds." },
  cancelled: { meaning: "The client cancelled the call.", action: "Call again if the result is still wanted." },
} satisfies Record<FailureCode, Meaning>;
