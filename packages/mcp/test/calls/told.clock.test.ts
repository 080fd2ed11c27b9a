import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { responses } from "./account-responses.ts";
import { type RecordOptions, type Responses, recordCall } from "./record-call.ts";

// An agent reads these sentences and acts by them: each is compared as a whole.

beforeEach(() => void vi.useFakeTimers({ toFake: ["Date", "performance"], now: 0 }));
afterEach(() => void vi.useRealTimers());

const told = async (tool: string, args: object, other: Responses = {}, options: RecordOptions = {}) =>
  (await recordCall(tool, args, { ...responses, ...other }, options)).text;

const noMailbox = "The account has no such mailbox; it may have been deleted. Code: not_found. Next: mailbox_list.";
const noInbox = "The account has no such SMS inbox; it may have been deleted. Code: not_found. Next: sms_inbox_list.";
const noSubdomain = (next: string) => `The account has no such subdomain. Code: not_found. Next: ${next}.`;
const toList = "subdomain_list (to list the subdomains)";
const reserve = "subdomain_register (to reserve it)";

describe("a call is told what to do next", () => {
  test.each([
    ["mail_list", { mailbox: "bob" }, noMailbox],
    ["mail_read", { mailbox: "bob", messageId: "e1" }, noMailbox],
    ["mail_wait_code", { mailbox: "bob" }, noMailbox],
    ["mailbox_clear", { mailbox: "bob" }, noMailbox],
    ["sms_list", { smsInbox: "s9" }, noInbox],
    ["sms_read", { smsInbox: "s9", messageId: "t1" }, noInbox],
    ["sms_wait_code", { smsInbox: "s9" }, noInbox],
    ["tunnel_start", { subdomain: "bob", port: 3456 }, noSubdomain(reserve)],
    ["tunnel_stop", { subdomain: "bob" }, noSubdomain(toList)],
    ["subdomain_delete", { subdomain: "bob" }, noSubdomain(toList)],
    ["subdomain_rotate", { subdomain: "bob" }, noSubdomain(toList)],
    [
      "key_update",
      { keyId: "k1" },
      "Nothing to change: `name`, `scopes` and `expiresInDays` are missing. Code: bad_argument. Next: key_update (with at least one of them).",
    ],
    [
      "tunnel_start",
      { subdomain: "demo", port: 80 },
      "Port 80 is not among those that tunnels may show. Ask the user to start this MCP server with --allow-port 80. Code: port_not_allowed. Next: tunnel_start (again once the user has allowed it).",
    ],
  ])("%s with %j", async (tool, args, text) => {
    expect(await told(tool, args)).toBe(text);
  });

  test.each(["key_create", "key_update"])("%s with a scope that there is not", async (tool) => {
    const refused = () => Response.json({ error: "No.", code: "invalid_request" }, { status: 400 });
    const text = await told(
      tool,
      { ...(tool === "key_update" && { keyId: "k1" }), name: "ci", scopes: "mailbox:read" },
      { "POST agent-tokens/create": refused, "PUT agent-tokens/k1": refused },
    );
    expect(text).toMatch(
      new RegExp(
        `^The argument \`scopes\` names one that is unknown or that this key may not have\\. There are [a-z:, ]+\\. Code: bad_argument\\. Next: ${tool} \\(with scopes of these\\)\\.$`,
      ),
    );
  });

  test("a call that was cancelled", async () => {
    const fail = () => {
      throw new TypeError("fetch failed");
    };
    expect(await told("account_whoami", {}, { "GET account": fail }, { signal: AbortSignal.abort() })).toBe(
      "The call was cancelled before it finished. Code: cancelled. Next: account_whoami (to start again).",
    );
  });

  test.each([
    [false, "The Frontdesk server at https://desk.example (set by FRONTDESK_URL)"],
    [true, "The Frontdesk server"],
  ])("a call whose server fails (remote: %s)", async (isRemote, server) => {
    const down = () => Response.json({ error: "Broken.", code: null }, { status: 500 });
    const text = await told("account_whoami", {}, { "GET account": down }, { isRemote });
    expect(text.startsWith(`${server} `)).toBe(true);
    expect(text).toMatch(/ Request [0-9a-f]{8}\. Code: service_down\. Next: account_whoami/);
  });
});
