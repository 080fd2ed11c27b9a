/** Draws the screenshots in docs/images from the built dashboard: `npm run --prefix packages/e2e dashboard:images`, after a build. */
import { createServer } from "@frontdesk/server";
import { type BrowserContextOptions, chromium } from "playwright-core";

const key = "svcagt_TestTestTestTestTestTest1234";
const folder = new URL("../../../docs/images/", import.meta.url);
const wide = { width: 1180, height: 620 };
const otpauthUri = "otpauth://totp/Shop:anna@shop.example?secret=JBSWY3DPEHPK3PXP&issuer=Shop";

const server = await createServer({ storage: "memory:", bootstrapKey: key, port: 0, smtp: false });
const { url } = await server.listen();
const browser = await chromium.launch({
  executablePath: process.env.CHROMIUM ?? "/usr/bin/chromium",
  args: ["--no-sandbox"],
});

const { mailbox } = await call("POST", "mailbox/register", { name: "signup" });
await call("POST", "mailbox/register", { name: "checkout-tests" });
await call("POST", "mailbox/register", { name: "newsletter" });
await call("POST", "agent-tokens/create", { name: "ci", scopes: "mailbox:read,mailbox:create" });
await call("POST", `mailbox/${mailbox.id}/test`);
const { sms_token: smsInbox } = await call("POST", "sms/register", { phone: "5550123456" });

const inbox = `#/mailboxes/${mailbox.id}`;
await draw("inbox-light", inbox, "Copy", { colorScheme: "light", viewport: wide });
await draw("inbox-dark", inbox, "Copy", { colorScheme: "dark", viewport: wide });
await draw("inbox-phone", inbox, "Copy", { colorScheme: "light", viewport: { width: 390, height: 760 } });
await draw("phone-setup", `#/sms/${smsInbox.id}`, "Set up the phone", { viewport: { width: 1180, height: 860 } }, [
  "Set up the phone",
  "Show a QR code",
]);
await draw(
  "phone-setup-iphone",
  `#/sms/${smsInbox.id}`,
  "Set up the phone",
  { viewport: { width: 1180, height: 1240 } },
  ["Set up the phone", "iPhone"],
);
await call("POST", "authenticators/register", { name: "anna", uri: otpauthUri });
await draw("authenticators", "#/authenticators", "anna", { viewport: wide }, ["Show code"]);
await draw("audit-log", "#/audit", "from 127.0.0.1", { viewport: wide });
await draw("reference-dark", "docs/registerMailbox", "Try it", { colorScheme: "dark", viewport: wide });
await browser.close();
await server.close();

// biome-ignore lint/suspicious/noExplicitAny: two shapes of many, which the API's own tests check
async function call(method: string, path: string, body?: object): Promise<any> {
  const response = await fetch(`${url}/svc-api/${path}`, {
    method,
    headers: { authorization: `Bearer ${key}`, "content-type": "application/json" },
    ...(body ? { body: JSON.stringify(body) } : {}),
  });
  if (!response.ok) throw new Error(`${method} ${path}: ${await response.text()}`);
  return response.json();
}

/** Waits for `text` on the page, presses `buttons` one after the other, and writes the visible part to `<name>.png`. */
async function draw(
  name: string,
  path: string,
  text: string,
  options: BrowserContextOptions,
  buttons: string[] = [],
): Promise<void> {
  const context = await browser.newContext({ reducedMotion: "reduce", ...options });
  const page = await context.newPage();
  await page.addInitScript(`sessionStorage.setItem("frontdesk.key", ${JSON.stringify(key)})`);
  await page.goto(`${url}/${path}`);
  await page.getByText(text).first().waitFor();
  for (const button of buttons) await page.getByRole("button", { name: button }).click();
  // The long poll never ends, so there is no idle network to wait for.
  await page.waitForTimeout(300);
  await page.screenshot({ path: new URL(`${name}.png`, folder).pathname });
  await context.close();
  console.log(`docs/images/${name}.png`);
}
