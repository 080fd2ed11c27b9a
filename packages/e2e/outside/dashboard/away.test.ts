import { afterAll, describe, expect, test } from "vitest";
import { closeBrowser, key, openPage, openSignedIn, openStage } from "./stage.ts";

afterAll(closeBrowser);

const away = "The server does not answer";

describe("opening the page while the server is down", () => {
  test("a cached page waits, and opens its view once the server is back", async () => {
    const stage = await openStage();
    const { mailbox } = await stage.api("POST", "mailbox/register", { name: "signup" });
    const { page, faults } = await openSignedIn(stage, `mailboxes/${mailbox.id}`);
    await page.getByText("Nothing here yet").waitFor();
    // The browser asks for the page anew each time: a proxy that keeps it answers in its server's place.
    const kept = new Map<string, { body: Buffer; headers: Record<string, string> }>();
    const isPage = (url: URL) => url.pathname === "/" || url.pathname.startsWith("/assets/");
    await page.route(isPage, async (route) => {
      const path = new URL(route.request().url()).pathname;
      const one = kept.get(path);
      if (one) return route.fulfill(one);
      const answer = await route.fetch().catch(() => null);
      // A chunk that is loaded while the server is away.
      if (answer === null) return route.abort("connectionrefused");
      const fresh = { body: await answer.body(), headers: answer.headers() };
      kept.set(path, fresh);
      return route.fulfill(fresh);
    });
    await page.reload();
    await page.getByText("Nothing here yet").waitFor();
    await stage.stop();
    await page.reload();
    await page.getByText(`${away}. Trying again`).first().waitFor();
    expect(await page.evaluate("sessionStorage.length")).toBe(1);
    await stage.start();
    await page.getByRole("heading", { name: mailbox.address }).waitFor();
    await page.getByText(away).first().waitFor({ state: "detached" });
    expect(faults).toEqual([]);
  });

  test("an error from a proxy without a server does not sign out: the key is kept", async () => {
    const stage = await openStage();
    const { page } = await openSignedIn(stage, "account");
    let isThere = false;
    await page.route(/\/svc-api\//, (route) =>
      isThere
        ? route.continue()
        : route.fulfill({ status: 502, contentType: "text/html", body: "<h1>Bad Gateway</h1>" }),
    );
    await page.reload();
    await page.getByText(`${away}. Trying again`).first().waitFor();
    isThere = true;
    await page.getByRole("heading", { name: "Account", level: 1 }).waitFor();
  });

  test("a pasted key and an opened link are retried automatically", async () => {
    const stage = await openStage();
    const typed = await openPage(stage);
    await typed.page.goto(stage.url);
    const opened = await openPage(stage);
    await opened.page.goto(stage.url);
    const link = await stage.signInLink();
    await stage.stop();
    await typed.page.getByLabel("Agent key, or a sign-in link").fill(key);
    await typed.page.getByRole("button", { name: "Sign in", exact: true }).click();
    await opened.page.goto(link);
    for (const { page } of [typed, opened]) await page.getByText(`${away}. Trying again`).first().waitFor();
    expect(opened.page.url()).not.toContain("sign-in");
    await stage.start();
    for (const { page } of [typed, opened]) await page.getByText("No mailbox yet").waitFor();
  });

  test("a server that accepts requests and never responds counts as down too", async () => {
    const stage = await openStage();
    const { mailbox } = await stage.api("POST", "mailbox/register", { name: "silent" });
    const { page } = await openPage(stage);
    // Nobody here has the forty seconds after which a held request is given up.
    await page.addInitScript(
      `const real = AbortSignal.timeout; AbortSignal.timeout = (ms) => real(Math.ceil(ms / 10));`,
    );
    let isSilent = false;
    await page.route(/\/svc-api\//, (route) => (isSilent ? undefined : route.continue()));
    await page.goto(await stage.signInLink());
    await page.getByText(mailbox.address).first().waitFor();
    isSilent = true;
    await page.getByText(`${away}. Trying again`).first().waitFor();
    isSilent = false;
    await page.getByText(away).first().waitFor({ state: "detached" });
  });

  test("signing out while the account is loading stays signed out", async () => {
    const stage = await openStage();
    const { page } = await openSignedIn(stage, "mailboxes");
    let answer = () => {};
    const held = new Promise<void>((resolve) => (answer = resolve));
    await page.route("**/svc-api/account", async (route) => {
      await held;
      await route.continue();
    });
    const asked = page.waitForRequest("**/svc-api/account");
    await page.goto(`${stage.url}/#/account`);
    await asked;
    await page.getByRole("button", { name: "Sign out" }).first().click();
    await page.getByRole("heading", { name: "Sign in" }).waitFor();
    const answered = page.waitForResponse("**/svc-api/account");
    answer();
    await (await answered).finished();
    await page.evaluate("new Promise((painted) => requestAnimationFrame(() => requestAnimationFrame(painted)))");
    expect(await page.getByRole("heading", { name: "Sign in" }).isVisible()).toBe(true);
  });

  test("the API reference says so, and loads the contract on retry", async () => {
    const stage = await openStage();
    const { page } = await openPage(stage);
    let isThere = false;
    await page.route("**/openapi.json", (route) => (isThere ? route.continue() : route.abort("connectionrefused")));
    await page.goto(`${stage.url}/docs/registerMailbox`);
    await page.getByRole("alert").getByText(away).waitFor();
    isThere = true;
    await page.getByRole("button", { name: "Try again" }).click();
    await page.getByRole("heading", { level: 1 }).waitFor();
  });
});
