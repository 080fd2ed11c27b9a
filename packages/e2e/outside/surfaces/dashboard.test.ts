import { openMailbox, openSmsInbox } from "@frontdesk/sdk";
import { afterAll, expect, test } from "vitest";
import { closeBrowser, key, openSignedIn, openStage } from "../dashboard/stage.ts";
import { curlJson, oathtoolCodes, otpauthUri, toMail } from "./scene.ts";

afterAll(closeBrowser);

test("an authenticator is registered by its URI, and its live code is that of oathtool", async () => {
  const stage = await openStage();
  const { page, faults } = await openSignedIn(stage, "authenticators");
  await page.getByRole("button", { name: "New authenticator" }).click();
  await page.getByLabel("Name (optional)").fill("anna");
  await page.getByLabel("otpauth:// URI or secret").fill(otpauthUri);
  await page.getByRole("button", { name: "Register", exact: true }).click();
  await page.getByRole("button", { name: "Show code" }).click();
  const shown = await page
    .getByText(/^\d{3}\s?\d{3}$/)
    .first()
    .textContent();
  expect(await oathtoolCodes()).toContain(shown?.replace(/\D/g, ""));
  expect(await page.content()).not.toContain("JBSWY3DPEHPK3PXP");
  expect(faults).toEqual([]);
});

test("mail pushed over HTTP to aliases of both styles appears in the open inbox", async () => {
  const stage = await openStage();
  const { mailbox } = await stage.api("POST", "mailbox/register", { name: "signup" });
  const { page, faults } = await openSignedIn(stage, `mailboxes/${mailbox.id}`);
  const handle = openMailbox({ baseUrl: stage.url, key: mailbox.token, address: mailbox.address });
  for (const [style, code] of [
    ["plus", "482913"],
    ["subdomain", "730418"],
  ] as const) {
    const { address } = handle.alias({ style });
    const url = `${stage.url}/svc-api/mail/push?to=${encodeURIComponent(address)}`;
    await curlJson(key, url, "-H", "Content-Type: message/rfc822", "--data-binary", toMail(code));
    await page.locator(".code-button b", { hasText: new RegExp(code.replace(/^.../, "$& ?")) }).waitFor();
    await page.getByText(address).first().waitFor();
  }
  expect(faults).toEqual([]);
});

test("the iPhone set-up shows pictures and settings, and then the SMS that the automation sends", async () => {
  const stage = await openStage();
  const { sms_token } = await stage.api("POST", "sms/register", { phone: "5550123456" });
  const { page, faults } = await openSignedIn(stage, `sms/${sms_token.id}`);
  await page.getByRole("button", { name: "Set up the phone" }).click();
  await page.getByRole("button", { name: "iPhone" }).click();
  for (const name of [/Message Contains one space/, /Get Contents of URL/])
    await page.getByRole("img", { name }).waitFor();
  const widths = await page.evaluate(
    "Promise.all([...document.querySelectorAll('.pictures img')].map((image) => image.decode().then(() => image.naturalWidth)))",
  );
  expect(widths).toEqual([expect.any(Number), expect.any(Number)]);
  await page.getByText(`Authorization: Bearer ${sms_token.token}`).waitFor();
  const inbox = openSmsInbox({ baseUrl: stage.url, key: sms_token.token });
  await inbox.push({ messages: [{ phone: "5550123456", sender: "Bank", body: "903114 is your code" }] });
  await page.getByText("It arrived").waitFor();
  expect(faults).toEqual([]);
});
