import { expect, test } from "vitest";
import { createFrontdesk, type Frontdesk } from "../../src/index.ts";

type Call = (frontdesk: Frontdesk, options: { signal: AbortSignal }) => Promise<unknown>;

const calls: [string, Call][] = [
  ["account", ({ account }, options) => account(options)],
  ["mailboxes.register", ({ mailboxes }, options) => mailboxes.register("a", options)],
  ["mailboxes.list", ({ mailboxes }, options) => mailboxes.list(options)],
  ["mailboxes.open", ({ mailboxes }, options) => mailboxes.open("a", options)],
  ["mailboxes.check", ({ mailboxes }, options) => mailboxes.check("a", options)],
  ["mailboxes.recent", ({ mailboxes }, options) => mailboxes.recent("a", options)],
  ["mailboxes.delete", ({ mailboxes }, options) => mailboxes.delete("a", options)],
  ["mailboxes.clear", ({ mailboxes }, options) => mailboxes.clear("a", options)],
  ["mailboxes.rotate", ({ mailboxes }, options) => mailboxes.rotate("a", options)],
  ["smsInboxes.register", ({ smsInboxes }, options) => smsInboxes.register(options)],
  ["smsInboxes.list", ({ smsInboxes }, options) => smsInboxes.list(options)],
  ["smsInboxes.open", ({ smsInboxes }, options) => smsInboxes.open("a", options)],
  ["smsInboxes.check", ({ smsInboxes }, options) => smsInboxes.check("5550100001", options)],
  ["smsInboxes.recent", ({ smsInboxes }, options) => smsInboxes.recent("a", options)],
  ["smsInboxes.delete", ({ smsInboxes }, options) => smsInboxes.delete("a", options)],
  ["smsInboxes.rotate", ({ smsInboxes }, options) => smsInboxes.rotate("a", options)],
  ["subdomains.register", ({ subdomains }, options) => subdomains.register("a", options)],
  ["subdomains.list", ({ subdomains }, options) => subdomains.list(options)],
  ["subdomains.check", ({ subdomains }, options) => subdomains.check("a", options)],
  ["subdomains.delete", ({ subdomains }, options) => subdomains.delete("a", options)],
  ["subdomains.rotate", ({ subdomains }, options) => subdomains.rotate("a", options)],
  ["agentKeys.create", ({ agentKeys }, options) => agentKeys.create("a", options)],
  ["agentKeys.list", ({ agentKeys }, options) => agentKeys.list(options)],
  ["agentKeys.update", ({ agentKeys }, options) => agentKeys.update("a", { name: "b", ...options })],
  ["agentKeys.delete", ({ agentKeys }, options) => agentKeys.delete("a", options)],
  ["webhooks.register", ({ webhooks }, options) => webhooks.register("https://a.example/", options)],
  ["webhooks.list", ({ webhooks }, options) => webhooks.list(options)],
  ["webhooks.test", ({ webhooks }, options) => webhooks.test("a", options)],
  ["webhooks.delete", ({ webhooks }, options) => webhooks.delete("a", options)],
  ["authenticators.register", ({ authenticators }, options) => authenticators.register({ uri: "a" }, options)],
  ["authenticators.list", ({ authenticators }, options) => authenticators.list(options)],
  ["authenticators.open", ({ authenticators }, options) => authenticators.open("a", options)],
  ["authenticators.delete", ({ authenticators }, options) => authenticators.delete("a", options)],
  ["audit.list", ({ audit }, options) => audit.list(options)],
];

test.each(calls)("%s sends nothing for a caller who has aborted, and rejects with the reason", async (_name, call) => {
  const sent: string[] = [];
  /** Responds like `fetch`, which rejects at once if the signal of the request has aborted. */
  async function fetch(request: Request): Promise<Response> {
    request.signal.throwIfAborted();
    sent.push(request.url);
    return Response.json({ success: true });
  }
  const frontdesk = createFrontdesk({ baseUrl: "http://desk.test", key: `svcagt_${"a".repeat(28)}`, fetch });
  const reason = new Error("no longer needed");
  await expect(call(frontdesk, { signal: AbortSignal.abort(reason) })).rejects.toBe(reason);
  expect(sent).toEqual([]);
});
