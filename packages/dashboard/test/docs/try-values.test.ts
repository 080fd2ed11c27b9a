import { beforeEach, expect, test } from "vitest";
import type { KeyKind, Operation } from "../../src/docs/document.ts";
import { loadTryInputs, newestMessageId } from "../../src/docs/try-values.ts";
import { type Server, startServer } from "../page.ts";
import { agentKey, mailbox, signedInWith, smsToken, subdomain } from "../view.ts";

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
  ["mailboxToken", "Mail", [], "registerMailbox", "The account has no mailbox yet."],
  ["smsToken", "SMS", [], "registerSmsInbox", "The account has no SMS inbox yet."],
  ["agentKey", "Mailboxes", [idInPath], "registerMailbox", "The account has no mailbox yet."],
  ["agentKey", "SMS", [idInPath], "registerSmsInbox", "The account has no SMS inbox yet."],
  ["agentKey", "Subdomains", [idInPath], "registerSubdomain", "The account has no subdomain yet."],
  [
    "agentKey",
    "Agent keys",
    [idInPath],
    "createAgentKey",
    "The account has no other key, and operations cannot change the one you use.",
  ],
  ["agentKey", "Webhooks", [idInPath], "registerWebhook", "The account has no webhook yet."],
  ["agentKey", "Authenticators", [idInPath], "registerAuthenticator", "The account has no authenticator yet."],
] as const)(
  "names the operation that creates what a call with %s of %s lacks",
  async (key, tag, parameters, operationId, sentence) => {
    const { signal } = new AbortController();
    const inputs = await loadTryInputs(operation(tag, key, [...parameters]), signedInWith(null), signal);
    expect(inputs).toEqual({ choices: [], missing: { operationId, sentence } });
  },
);

const webhook = { id: "w1", url: "https://hook.test/" };
const authenticator = { id: "a1", name: "github", period: 30 };
const withoutNumber = { ...smsToken(), id: "s2", token: "svcsms_2" };

test.each([
  ["mailboxToken", "Mail", [], [["svcm_1", "box1@desk.example.com"]]],
  [
    "smsToken",
    "SMS",
    [],
    [
      ["svcsms_1", "5550100001, 5550100002"],
      ["svcsms_2", "no number yet, registered 2026-01-01"],
    ],
  ],
  ["agentKey", "Mailboxes", [idInPath], [["m1", "box1@desk.example.com"]]],
  [
    "agentKey",
    "SMS",
    [idInPath],
    [
      ["s1", "5550100001, 5550100002"],
      ["s2", "no number yet, registered 2026-01-01"],
    ],
  ],
  ["agentKey", "Subdomains", [idInPath], [["d1", "demo.tunnel.example.com"]]],
  ["agentKey", "Agent keys", [idInPath], [["k2", "ci"]]],
  ["agentKey", "Webhooks", [idInPath], [["w1", "https://hook.test/"]]],
  ["agentKey", "Authenticators", [idInPath], [["a1", "github"]]],
  ["agentKey", "Account", [], []],
] as const)("a call with %s of %s offers the account's own records", async (key, tag, parameters, choices) => {
  server.respond("mailbox/list", { mailboxes: [mailbox()], limit: null, used: 1 });
  server.respond("sms/list", {
    sms_tokens: [smsToken("5550100001", "5550100002"), withoutNumber],
    limit: null,
    used: 2,
  });
  server.respond("subdomain/list", { subdomains: [subdomain()] });
  server.respond("agent-tokens/list", { agent_tokens: [agentKey()] });
  server.respond("webhooks/list", { webhooks: [webhook] });
  server.respond("authenticators/list", { authenticators: [authenticator] });
  const { signal } = new AbortController();
  const inputs = await loadTryInputs(operation(tag, key, [...parameters]), signedInWith(null), signal);
  expect(inputs).toEqual({ choices: choices.map(([value, label]) => ({ value, label })), missing: null });
});

test.each([
  ["mailboxToken", "mail/recent", "emails"],
  ["smsToken", "sms/recent", "messages"],
] as const)("with %s the newest message of the inbox is read by its key", async (kind, path, list) => {
  const { signal } = new AbortController();
  server.respond(path, { [list]: [{ id: "newest" }, { id: "older" }], cursor: "c1" });
  expect(await newestMessageId(kind, "svc_inbox", signal)).toBe("newest");
  expect(server.requests).toMatchObject([{ path, query: { n: "1" }, key: "svc_inbox" }]);
  server.respond(path, { [list]: [], cursor: "c1" });
  expect(await newestMessageId(kind, "svc_inbox", signal)).toBe(null);
});

test.each([
  ["mailboxToken", "Mail", [], "mailbox/list"],
  ["smsToken", "SMS", [], "sms/list"],
  ["agentKey", "Mailboxes", [idInPath], "mailbox/list"],
  ["agentKey", "SMS", [idInPath], "sms/list"],
  ["agentKey", "Subdomains", [idInPath], "subdomain/list"],
  ["agentKey", "Agent keys", [idInPath], "agent-tokens/list"],
  ["agentKey", "Webhooks", [idInPath], "webhooks/list"],
  ["agentKey", "Authenticators", [idInPath], "authenticators/list"],
] as const)("the records for a call with %s of %s stop loading with the form", async (key, tag, parameters, path) => {
  server.respond(path, () => new Promise(() => {}));
  const form = new AbortController();
  const inputs = loadTryInputs(operation(tag, key, [...parameters]), signedInWith(null), form.signal);
  inputs.catch(() => {});
  await expect.poll(() => server.requests.map((request) => request.path)).toEqual([path]);
  form.abort();
  await expect.poll(() => server.requests[0]?.signal.aborted).toBe(true);
  await expect(inputs).rejects.toThrow();
});

test("a hundred mailboxes are loaded to choose from", async () => {
  await loadTryInputs(operation("Mail", "mailboxToken", []), signedInWith(null), new AbortController().signal);
  expect(server.requests.map(({ query }) => query)).toEqual([{ limit: "100" }]);
});
