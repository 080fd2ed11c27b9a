import axe from "axe-core";
import type { BrowserContextOptions, Page } from "playwright-core";
import { afterAll, describe, expect, test } from "vitest";
import { closeBrowser, openPage, openSignedIn, openStage, type Stage } from "./stage.ts";

afterAll(closeBrowser);

const devices: [string, BrowserContextOptions][] = [
  ["on a desk, light", { colorScheme: "light" }],
  ["on a desk, dark", { colorScheme: "dark" }],
  ["on a phone, dark", { colorScheme: "dark", viewport: { width: 390, height: 844 }, isMobile: true, hasTouch: true }],
  [
    "on a phone, light",
    { colorScheme: "light", viewport: { width: 390, height: 844 }, isMobile: true, hasTouch: true },
  ],
];

/** What axe finds, what sticks out at the side, and by how much things moved without anybody's doing. */
async function inspect(page: Page) {
  // Through the debugger's own door, which the page's policy leaves alone.
  await page.evaluate(axe.source);
  const violations = await page.evaluate<string[]>(
    `axe.run(document, { resultTypes: ["violations"] }).then(({ violations }) => violations.flatMap(({ id, nodes }) => nodes.map(({ target }) => id + " at " + target)))`,
  );
  const wide = await page.evaluate<string[]>(toWide);
  const shift = await page.evaluate<number>(toShift);
  return { violations, wide, shift };
}

/** What reaches beyond the screen, whether the page scrolls there or cuts it off, unless it scrolls by itself. */
const toWide = `[...document.querySelectorAll("body *")].filter((one) => {
  const { right, width } = one.getBoundingClientRect();
  if (right <= innerWidth + 1 || width <= 1) return false;
  for (let above = one; above !== document.body; above = above.parentElement)
    if (above !== one && getComputedStyle(above).overflowX !== "visible" && above.getBoundingClientRect().right <= innerWidth + 1 && above.getBoundingClientRect().width < innerWidth) return false;
  return true;
}).map((one) => one.tagName + "." + one.className)`;

const watchShifts = `globalThis.shift = 0; new PerformanceObserver((list) => { for (const entry of list.getEntries()) if (!entry.hadRecentInput) globalThis.shift += entry.value; }).observe({ type: "layout-shift", buffered: true })`;

/** As people see it: a digit that is narrower than the one before is no jump. */
const toShift = "Math.round(globalThis.shift * 1000) / 1000";

async function furnish(stage: Stage) {
  const { mailbox } = await stage.api("POST", "mailbox/register", { name: "signup" });
  await stage.api("POST", "mailbox/register", {
    name: `long-${"x".repeat(59)}`,
  });
  await stage.api("POST", `mailbox/${mailbox.id}/test`);
  await stage.send(
    mailbox.address,
    "From: Shop <no-reply@shop.example>\nSubject: Confirm your address\n\nConfirm at https://shop.example/verify?token=abcdef\nor type 48-19-20.",
  );
  const token = "Zk9x77abQ2mWp4Lr".repeat(20);
  await stage.send(
    mailbox.address,
    `Subject: Follow\nContent-Type: text/plain; charset=utf-8\n\nرمز الدخول 660214.\nhttps://${"long.".repeat(20)}example/verify?token=${token}`,
  );
  await stage.send("mistyped@desk.example.com", "Subject: x\n\ny").catch(() => {});
  const { sms_token } = await stage.api("POST", "sms/register", { phone: "5550123456" });
  await stage.api(
    "POST",
    "sms/push",
    { phone: "5550123456", sender: "EXAMPLE", body: "903114 is your sign-in code." },
    sms_token.token,
  );
  await stage.api("POST", "subdomain/register", { name: "demo" });
  await stage.api("POST", "agent-tokens/create", { name: "ci", scopes: "mailbox:read,mailbox:create" });
  return { mailbox: mailbox.id as string, sms: sms_token.id as string };
}

describe.each(devices)("%s", (_name, options) => {
  test("every view has no axe violation, no horizontal scrolling and no layout shift", async () => {
    const stage = await openStage();
    const ids = await furnish(stage);
    const door = await openPage(stage, options);
    await door.page.addInitScript(watchShifts);
    await door.page.goto(stage.url);
    await door.page.getByRole("heading", { name: "Sign in" }).waitFor();
    expect(await inspect(door.page)).toEqual({ violations: [], wide: [], shift: 0 });

    const views: [string, string, ((page: Page) => Promise<unknown>)?][] = [
      ["mailboxes", "Mailboxes"],
      [`mailboxes/${ids.mailbox}`, "Confirm your address", (page) => page.getByText("Key, snippets and more").click()],
      ["refused", "mistyped@desk.example.com"],
      [
        `sms/${ids.sms}`,
        "903114",
        async (page) => {
          await page.getByRole("button", { name: "Set up the phone" }).click();
          await page.getByRole("button", { name: "Show a QR code" }).click();
          await page.locator(".qr path").waitFor();
        },
      ],
      [
        `sms/${ids.sms}`,
        "903114",
        async (page) => {
          await page.getByRole("button", { name: "Set up the phone" }).click();
          await page.getByRole("button", { name: "Another Android app" }).click();
          await page.getByRole("button", { name: "Copy the settings" }).waitFor();
        },
      ],
      [
        `sms/${ids.sms}`,
        "903114",
        async (page) => {
          await page.getByRole("button", { name: "Set up the phone" }).click();
          await page.getByRole("button", { name: "iPhone" }).click();
          await page.getByRole("img", { name: /Message Contains one space/ }).waitFor();
        },
      ],
      ["tunnels", "demo.tunnel.localhost"],
      ["keys", "last used|never used", (page) => page.getByRole("button", { name: "New key" }).click()],
      ["audit", "without a key", (page) => page.getByLabel("Action").selectOption("message.returned")],
      ["account", "This server"],
    ];
    for (const [view, text, act] of views) {
      const { page, faults, context } = await openSignedIn(stage, "", options);
      await page.addInitScript(watchShifts);
      await page.goto(`${stage.url}/?${Math.random()}#/${view}`);
      await page.getByText(new RegExp(text)).first().waitFor();
      await page.evaluate(
        "Promise.all(document.getAnimations().filter((one) => one.effect.getTiming().iterations !== Infinity).map((one) => one.finished))",
      );
      expect({ view, shift: await page.evaluate(toShift) }).toEqual({ view, shift: 0 });
      await act?.(page);
      expect({ view, ...(await inspect(page)), shift: 0, faults }).toEqual({
        view,
        violations: [],
        wide: [],
        shift: 0,
        faults: [],
      });
      await context.close();
    }
  });

  test("nor does the API reference", async () => {
    const stage = await openStage();
    await furnish(stage);
    const { page, faults } = await openSignedIn(stage, "", options);
    await page.addInitScript(watchShifts);
    for (const place of ["", "/registerMailbox", "/getRecentMail", "/pushFromSmsGate"]) {
      await page.goto(`${stage.url}/docs${place}`);
      await page.getByRole("heading", { level: 1 }).waitFor();
      if (place !== "") await page.getByRole("button", { name: /^Send / }).waitFor();
      expect({ place, ...(await inspect(page)), faults }).toEqual({
        place,
        violations: [],
        wide: [],
        shift: 0,
        faults: [],
      });
    }
  });
});

/** The tabs whose name takes more than one line. */
const toBrokenTabs = `[...document.querySelectorAll("nav[aria-label=Views] a")].filter((tab) => {
  const name = document.createRange();
  name.selectNodeContents(tab.lastChild);
  return name.getClientRects().length > 1;
}).map((tab) => tab.textContent)`;

test.each([390, 360])("on a phone of %i pixels, each name in the tab bar fits on one line", async (width) => {
  const stage = await openStage();
  const { page } = await openSignedIn(stage, "account", { viewport: { width, height: 844 } });
  expect(await page.evaluate<string[]>(toBrokenTabs)).toEqual([]);
});
