import { afterAll, expect, test } from "vitest";
import { closeBrowser, openPage, openSignedIn, openStage } from "./stage.ts";

afterAll(closeBrowser);

test("each operation has its own URL, and its first try responds 200 or says what is missing", {
  timeout: 90_000,
}, async () => {
  const stage = await openStage();
  const { mailbox } = await stage.api("POST", "mailbox/register", { name: "signup" });
  await stage.api("POST", `mailbox/${mailbox.id}/test`);
  const { sms_token } = await stage.api("POST", "sms/register", { phone: "5550123456" });
  await stage.api(
    "POST",
    "sms/push",
    { phone: "5550123456", sender: "EXAMPLE", body: "903114 is your sign-in code." },
    sms_token.token,
  );
  await stage.api("POST", "subdomain/register", { name: "demo" });
  await stage.api("POST", "agent-tokens/create", { name: "ci", scopes: "mailbox:read" });
  const { page, faults } = await openSignedIn(stage);
  const document = (await (await fetch(`${stage.url}/openapi.json`)).json()) as {
    paths: Record<string, Record<string, { operationId: string; summary: string }>>;
  };
  const operations = Object.values(document.paths).flatMap((methods) => Object.values(methods));
  expect(operations.length).toBeGreaterThan(30);
  const outcomes: Record<string, string[]> = {};
  for (const { operationId, summary } of operations) {
    await page.goto(`${stage.url}/docs/${operationId}`);
    await page.getByRole("heading", { level: 1, name: summary, exact: true }).waitFor();
    const form = page.getByRole("region", { name: "Try it" });
    const button = form.getByRole("button", { name: /^Send / });
    await button.waitFor();
    const note = form.locator(".note");
    // Where an inbox is read, its newest message is looked up first.
    if (/^get(Mail|Sms)$/.test(operationId)) await expect.poll(() => form.getByLabel("id").inputValue()).not.toBe("");
    const outcome =
      (await note.count()) > 0
        ? "says what is missing"
        : await button.click().then(() => form.locator(".badge").last().textContent());
    outcomes[String(outcome)] = [...(outcomes[String(outcome)] ?? []), operationId];
  }
  expect(Object.keys(outcomes).sort()).toEqual(["200", "says what is missing"]);
  // What nothing brings back is never one press away, and codes that are good once must come from somewhere.
  expect(outcomes["says what is missing"]?.sort()).toEqual([
    "clearMailbox",
    "deleteAgentKey",
    "deleteAuthenticator",
    "deleteMailbox",
    "deleteSmsInbox",
    "deleteSubdomain",
    "deleteWebhook",
    "pair",
    "renewSubdomainToken",
    "rotateMailboxToken",
    "rotateSmsInboxKey",
    "signIn",
  ]);
  expect(faults).toEqual([]);
});

test("without a key everything is readable, and a try says what it needs; the back button works", async () => {
  const stage = await openStage();
  const { page, faults } = await openPage(stage, { viewport: { width: 390, height: 844 } });
  await page.goto(`${stage.url}/docs`);
  await page.getByRole("button", { name: "Contents" }).click();
  await page.getByLabel("Filter operations").fill("recent mails");
  await page
    .getByRole("navigation")
    .getByRole("link", { name: /Recent mails of a mailbox/ })
    .click();
  await page.getByRole("heading", { level: 1, name: "Recent mails of a mailbox" }).waitFor();
  expect(page.url()).toBe(`${stage.url}/docs/listMailboxEmails`);
  await page.getByText("This needs an agent key").waitFor();
  await page.goBack();
  await page.getByRole("heading", { level: 1, name: "Frontdesk API" }).waitFor();
  expect(faults).toEqual([]);
});
