import { describe, expect, it } from "vitest";
import { openDesk } from "./harness.ts";

describe("limits of an account", () => {
  it.each([
    ["mailbox/register", { name: "one" }, "raise the account's limit (frontdesk account set)."],
    ["sms/register", {}, "raise the account's limit (frontdesk account set)."],
    ["subdomain/register", { name: "two" }, "raise --subdomains-per-account."],
    ["agent-tokens/create", { name: "two" }, "raise --agent-keys-per-account."],
    ["authenticators/register", { secret: "JBSWY3DP" }, "raise --authenticators-per-account."],
    ["webhooks/register", { url: "https://app.example/hook" }, "raise --webhooks-per-account."],
  ])("say at %s what raises them", async (path, body, sentence) => {
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
    expect(refused.body).toMatchObject({ code: "limit_reached", error: expect.stringContaining(sentence) });
  });
});
