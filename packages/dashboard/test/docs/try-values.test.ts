import { beforeEach, expect, test } from "vitest";
import type { KeyKind, Operation } from "../../src/docs/document.ts";
import { loadTryInputs } from "../../src/docs/try-values.ts";
import { type Server, startServer } from "../page.ts";
import { signedInWith } from "../view.ts";

let server: Server;
beforeEach(() => {
  server = startServer();
  server.respond("mailbox/list", { mailboxes: [], limit: null, used: 0, next: null });
  server.respond("sms/list", { sms_tokens: [], limit: null, used: 0 });
  server.respond("subdomain/list", { subdomains: [] });
  server.respond("agent-tokens/list", { agent_tokens: [] });
  server.respond("webhooks/list", { webhooks: [] });
  server.respond("authenticators/list", { authenticators: [] });
});

const operation = (tag: string, key: KeyKind, parameters: object[]) => ({ tag, key, parameters }) as Operation;
const idInPath = { name: "id", in: "path" };

test.each([
  ["mailboxToken", "Mail", [], "registerMailbox"],
  ["smsToken", "SMS", [], "registerSmsInbox"],
  ["agentKey", "Mailboxes", [idInPath], "registerMailbox"],
  ["agentKey", "SMS", [idInPath], "registerSmsInbox"],
  ["agentKey", "Subdomains", [idInPath], "registerSubdomain"],
  ["agentKey", "Agent keys", [idInPath], "createAgentKey"],
  ["agentKey", "Webhooks", [idInPath], "registerWebhook"],
  ["agentKey", "Authenticators", [idInPath], "registerAuthenticator"],
] as const)(
  "names the operation that creates what a call with %s of %s lacks",
  async (key, tag, parameters, creator) => {
    const { signal } = new AbortController();
    const inputs = await loadTryInputs(operation(tag, key, [...parameters]), signedInWith(null), signal);
    expect(inputs.choices).toEqual([]);
    expect(inputs.missing?.operationId).toBe(creator);
  },
);
