import { createHash, randomBytes } from "node:crypto";
import { once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { afterAll, expect, onTestFinished, test } from "vitest";
import { closeBrowser, key, openPage, openStage, type Stage } from "./stage.ts";

afterAll(closeBrowser);

/** The callback of a client, at another port than the server. Its page tells its opener what has arrived. */
async function startCallback() {
  const server = createServer((_request, response) => {
    response.setHeader("content-type", "text/html");
    response.end("<title>callback</title><script>opener?.postMessage(location.search, '*')</script>");
  }).listen(0, "127.0.0.1");
  await once(server, "listening");
  onTestFinished(() => void server.close());
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

/** Registers a client. Returns the URL that it opens, and what exchanges its code. */
async function startAuthorization({ url }: Pick<Stage, "url">, redirectUri: string) {
  const registered = await fetch(`${url}/oauth/register`, {
    method: "POST",
    body: JSON.stringify({ client_name: "Browser test", redirect_uris: [redirectUri] }),
  });
  const { client_id } = (await registered.json()) as { client_id: string };
  const verifier = randomBytes(32).toString("base64url");
  const query = new URLSearchParams({
    response_type: "code",
    client_id,
    redirect_uri: redirectUri,
    code_challenge: createHash("sha256").update(verifier).digest("base64url"),
    code_challenge_method: "S256",
    state: "s1",
    scope: "mailbox:read mailbox:create",
  });
  return `${url}/oauth/authorize?${query}`;
}

test("a person signs in, allows, and returns to the client with a code", async () => {
  const stage = await openStage();
  const callback = await startCallback();
  const { page, faults } = await openPage(stage);
  await page.goto(await startAuthorization(stage, `${callback}/cb`));
  await page.getByText("An app asks to connect.").waitFor();
  await page.getByLabel("Agent key, or a sign-in link").fill(await stage.signInLink());
  await page.getByRole("button", { name: "Sign in" }).click();
  await page.getByText("calls itself Browser test").waitFor();
  await page.screenshot({ path: ".tmp/connect.png" });
  await page.getByLabel("register mailboxes").uncheck();
  await page.getByRole("button", { name: "Allow" }).click();
  await page.waitForURL(`${callback}/cb?**`);
  const query = new URL(page.url()).searchParams;
  expect(Object.fromEntries(query)).toEqual({ code: expect.stringMatching(/^svcac_/), state: "s1", iss: stage.url });
  // The only request to another origin is the one that leads back.
  expect(faults.filter((fault) => !fault.startsWith(`request: ${callback}/`))).toEqual([]);
});

test("a client that has opened the page in a popup gets the answer of its callback", async () => {
  const stage = await openStage();
  const callback = await startCallback();
  const { page, context } = await openPage(stage);
  await page.goto(callback);
  await page.evaluate("addEventListener('message', ({ data }) => { window.heard = data; })");
  const popupOpened = context.waitForEvent("page");
  await page.evaluate(
    `window.popup = window.open(${JSON.stringify(await startAuthorization(stage, `${callback}/cb`))})`,
  );
  const popup = await popupOpened;
  await popup.getByLabel("Agent key, or a sign-in link").fill(key);
  await popup.getByRole("button", { name: "Sign in" }).click();
  await popup.getByRole("button", { name: "Deny" }).waitFor();
  expect(await page.evaluate("window.popup.closed")).toBe(false);
  await popup.getByRole("button", { name: "Deny" }).click();
  await page.waitForFunction("window.heard");
  expect(await page.evaluate("window.heard")).toContain("error=access_denied");
});

test("an app with a scheme of its own is opened by a link too", async () => {
  const stage = await openStage();
  const { page } = await openPage(stage);
  await page.goto(await startAuthorization(stage, "cursor://anysphere.cursor-mcp/oauth/callback"));
  await page.getByLabel("Agent key, or a sign-in link").fill(key);
  await page.getByRole("button", { name: "Sign in" }).click();
  await page.getByRole("button", { name: "Allow" }).click();
  const link = page.getByRole("link", { name: "Open cursor" });
  expect(await link.getAttribute("href")).toMatch(/^cursor:\/\/anysphere\.cursor-mcp\/oauth\/callback\?code=svcac_/);
});

test("an invalid request shows a page without a link, and nothing redirects", async () => {
  const stage = await openStage();
  const { page, faults } = await openPage(stage);
  const url = new URL(await startAuthorization(stage, "https://evil.example/cb"));
  url.searchParams.set("redirect_uri", "https://evil.example/other");
  await page.goto(url.href);
  expect(await page.getByRole("heading", { level: 1 }).textContent()).toBe("This app cannot connect");
  expect(await page.getByRole("link").count()).toBe(0);
  expect(page.url()).toBe(url.href);
  expect(faults).toEqual([]);
});
