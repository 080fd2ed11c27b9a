import { describe, expect, it } from "vitest";
import { openDesk } from "./harness.ts";

describe("limits of an account", () => {
  it.each([
    ["mailbox/register", { name: "one" }, "0 mailboxes and has 0", "the account's limit (frontdesk account set)"],
    ["sms/register", {}, "0 SMS inboxes and has 0", "the account's limit (frontdesk account set)"],
    ["subdomain/register", { name: "two" }, "1 subdomains and has 1", "--subdomains-per-account"],
    ["agent-tokens/create", { name: "two" }, "1 agent keys and has 1", "--agent-keys-per-account"],
    ["authenticators/register", { secret: "JBSWY3DP" }, "1 authenticators and has 1", "--authenticators-per-account"],
    ["webhooks/register", { url: "https://app.example/hook" }, "1 webhooks and has 1", "--webhooks-per-account"],
  ])("say at %s with %j how many there are (%s), and what raises them: %s", async (path, body, numbers, setting) => {
    const desk = await openDesk({
      freeMailboxes: 0,
      freeSmsInboxes: 0,
      subdomainsPerAccount: 1,
      agentKeysPerAccount: 1,
      webhooksPerAccount: 1,
      authenticatorsPerAccount: 1,
    });
    if (path === "subdomain/register") await desk.call("POST", path, { body: { name: "one" } });
    if (path === "webhooks/register" || path === "authenticators/register") await desk.call("POST", path, { body });
    const refused = await desk.call("POST", path, { body });
    const error = `This account may have ${numbers}. Delete one, or raise ${setting}.`;
    expect([refused.status, refused.body]).toEqual([403, { error, code: "limit_reached" }]);
  });
});
