import { afterAll, describe, expect, test } from "vitest";
import { closeBrowser, key, openPage, openSignedIn, openStage } from "./stage.ts";

afterAll(closeBrowser);

describe("signing in", () => {
  test("by a link leads from nothing to the first code, and removes link and key from the address bar", async () => {
    const stage = await openStage();
    const { page, context, faults } = await openPage(stage);
    const link = await stage.signInLink();
    await page.goto(link);
    await page.getByRole("button", { name: "Register the first one" }).click();
    await page.getByLabel("Name", { exact: true }).fill("signup");
    await page.getByText("This name is free.").waitFor();
    await page.getByRole("button", { name: "Register", exact: true }).click();
    await page.getByRole("button", { name: "Send a test mail" }).click();
    const shown = await page.locator(".code-button b").textContent();
    const { emails } = await stage.api(
      "GET",
      "mail/recent?full=true",
      undefined,
      (await stage.api("GET", "mailbox/list")).mailboxes[0].token,
    );
    expect(emails[0].codes[0].shown).toBe(shown);
    await context.grantPermissions(["clipboard-read", "clipboard-write"], { origin: stage.url });
    await page.locator(".code-button").click();
    await page.getByText("Copied").waitFor();
    expect(await page.evaluate("navigator.clipboard.readText()")).toBe(emails[0].codes[0].value);
    expect(page.url()).not.toMatch(/sign-in|svcagt_/);
    expect(await page.evaluate("document.cookie + JSON.stringify(localStorage)")).toBe("{}");
    expect(faults).toEqual([]);

    const again = await openPage(stage);
    await again.page.goto(link);
    await again.page.getByText("This link was used already").waitFor();
  });

  test.each([
    ["in the same page", false],
    ["in a page that is loaded again", true],
  ])("by a link while signed in asks first, %s", async (_where, isLoaded) => {
    const stage = await openStage();
    await stage.api("POST", "mailbox/register", { name: "signup" });
    const { page, faults } = await openSignedIn(stage, "mailboxes");
    const keyNow = () => page.evaluate(`sessionStorage.getItem("frontdesk.key")`);
    const link = await stage.signInLink();
    const follow = async () => {
      if (isLoaded) await page.goto(`${stage.url}/docs`);
      await page.goto(link);
      await page.getByRole("dialog", { name: "Sign in with this link?" }).waitFor();
      expect(page.url()).not.toContain("sign-in");
    };

    await follow();
    expect(await keyNow()).toBe(key);
    await page.getByRole("button", { name: "Cancel" }).click();
    await page.getByRole("dialog").waitFor({ state: "detached" });
    await page.getByRole("heading", { name: "signup@desk.example.com" }).or(page.getByText("signup")).first().waitFor();
    expect(await keyNow()).toBe(key);

    // Nothing was traded, so the link is still good, once.
    await follow();
    await page.getByRole("button", { name: "Sign in with the link" }).click();
    await page.getByRole("dialog").waitFor({ state: "detached" });
    await expect.poll(keyNow).not.toBe(key);
    const later = await keyNow();

    await follow();
    await page.getByRole("button", { name: "Sign in with the link" }).click();
    await page.getByText("This link was used already").waitFor();
    expect(await keyNow()).toBe(later);
    expect(faults).toEqual([]);
  });

  test("by a link needs no confirmation if the tab's key is no longer valid", async () => {
    const stage = await openStage();
    const { agent_token } = await stage.api("POST", "agent-tokens/create", { name: "guest" });
    const { page } = await openSignedIn(stage, "mailboxes", {}, agent_token.token);
    await page.goto("about:blank");
    await stage.api("DELETE", `agent-tokens/${agent_token.id}`);
    await page.goto(await stage.signInLink());
    await page.getByText("No mailbox yet").waitFor();
    expect(await page.getByRole("dialog").count()).toBe(0);
  });

  test("works by keyboard only, and says what is wrong with a pasted key", async () => {
    const stage = await openStage();
    const { page, faults } = await openPage(stage);
    await page.goto(stage.url);
    const field = page.getByLabel("Agent key, or a sign-in link");
    for (const [given, said] of [
      ["svcm_abc", "the key of one mailbox"],
      ["hello", "An agent key starts with"],
      ["svcagt_NobodyKnowsThisKey123456789", "does not know this key"],
    ] as const) {
      await field.fill(given);
      await field.press("Enter");
      await page.getByText(said).waitFor();
    }
    await field.fill(` ${key} `);
    await field.press("Enter");
    await page.getByText("No mailbox yet").waitFor();
    expect(faults).toEqual([]);
  });

  test("ends when the key is revoked, and says so", async () => {
    const stage = await openStage();
    const { agent_token } = await stage.api("POST", "agent-tokens/create", { name: "guest" });
    const { page } = await openSignedIn(stage, "keys", {}, agent_token.token);
    await stage.api("DELETE", `agent-tokens/${agent_token.id}`);
    // By address, not by a click: the page may have noticed already, and its links are gone then.
    await page.evaluate("location.hash = '#/tunnels'");
    await page.getByText("Your key was revoked, or has expired").waitFor();
    expect(await page.evaluate("sessionStorage.length")).toBe(0);
  });

  test("with a key of few scopes shows what it may not do, and why", async () => {
    const stage = await openStage();
    await stage.api("POST", "mailbox/register", { name: "signup" });
    const { agent_token } = await stage.api("POST", "agent-tokens/create", { name: "reader", scopes: "mailbox:read" });
    const { page, faults } = await openSignedIn(stage, "mailboxes", {}, agent_token.token);
    await page.getByText("This key may not register mailboxes").waitFor();
    // A test mail is for reading (contract, section 5).
    await page.getByRole("button", { name: "Send a test mail" }).waitFor();
    for (const [view, scope] of [
      ["SMS", "sms:read"],
      ["Tunnels", "subdomain:read"],
      ["Keys", "token:read"],
      ["Audit log", "audit:read"],
    ] as const) {
      await page.getByRole("link", { name: view, exact: true }).click();
      await page.getByText(scope).waitFor();
    }
    expect(faults).toEqual([]);
  });
});

test("a mailbox is cleared, gets a new key and is deleted by typing its name", async () => {
  const stage = await openStage();
  const { mailbox } = await stage.api("POST", "mailbox/register", { name: "signup" });
  await stage.api("POST", `mailbox/${mailbox.id}/test`);
  const { page, faults } = await openSignedIn(stage, `mailboxes/${mailbox.id}`);
  await page.locator(".code-button").waitFor();
  await page.getByText("Key, snippets and more").click();
  await page.getByRole("button", { name: "Clear…" }).click();
  await page.getByRole("button", { name: "Delete all its mails" }).click();
  await page.getByText("Nothing here yet").waitFor();
  await page.getByRole("button", { name: "Rotate key…" }).click();
  await page.getByRole("button", { name: "Rotate the key" }).click();
  // The inbox goes on with the new key.
  await page.getByRole("dialog").waitFor({ state: "detached" });
  await stage.send("signup@desk.example.com", "Subject: Code\n\nYour code is 481220");
  await page.locator(".code-button").getByText("481220").waitFor();
  await page.getByRole("button", { name: "Delete…" }).click();
  const confirm = page.getByRole("button", { name: "Delete the mailbox" });
  expect(await confirm.isDisabled()).toBe(true);
  await page.getByLabel("Type signup to confirm").fill("signup");
  await confirm.click();
  await page.getByText("No mailbox yet").waitFor();
  expect((await stage.api("GET", "mailbox/list")).mailboxes).toEqual([]);
  expect(faults).toEqual([]);
});

test("if the server stops and returns, the page says so and the inbox continues", async () => {
  const stage = await openStage();
  const { mailbox } = await stage.api("POST", "mailbox/register", { name: "signup" });
  const { page } = await openSignedIn(stage, `mailboxes/${mailbox.id}`);
  await page.getByText("Nothing here yet").waitFor();
  await stage.stop();
  await page.getByText("The server does not answer. Trying again").waitFor();
  await stage.start();
  // Sooner than the wait that the inbox holds would end with nothing.
  await page.getByText("The server does not answer").first().waitFor({ state: "detached", timeout: 10_000 });
  await stage.send(mailbox.address, "Subject: Code\n\nYour code is 770142");
  await page.locator(".code-button").getByText("770142").waitFor();
});

test("ten thousand mailboxes: by page, by search, and by URL", { timeout: 120_000 }, async () => {
  const stage = await openStage({
    storage: "memory:",
    freeMailboxes: 20_000,
    requestsPerKey: 0,
    requestsPerAccount: 0,
  });
  let last = "";
  for (let from = 0; from < 10_000; from += 500)
    await Promise.all(
      Array.from({ length: 500 }, async (_, at) => {
        const { mailbox } = await stage.api("POST", "mailbox/register", { name: `box-${from + at}` });
        if (from + at === 9_999) last = mailbox.id;
      }),
    );
  const { page, faults } = await openSignedIn(stage, "mailboxes");
  await page.getByText("10,000 of 20,000 mailboxes", { exact: true }).waitFor();
  expect(await page.locator(".rows li").count()).toBe(50);
  await page.getByLabel("Filter by name").fill("box-777");
  await page.getByText("11 found").waitFor();
  await page.getByRole("link", { name: "box-7777" }).click();
  await page.getByRole("heading", { name: "box-7777@desk.example.com" }).waitFor();
  await page.goto(`${stage.url}/#/mailboxes/${last}`);
  await page.getByRole("heading", { name: "box-9999@desk.example.com" }).waitFor();
  expect(faults).toEqual([]);
});
