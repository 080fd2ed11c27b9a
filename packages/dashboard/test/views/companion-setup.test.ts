import { h } from "preact";
import { expect, onTestFinished, test, vi } from "vitest";
import { CompanionSetup } from "../../src/views/phone/companion-setup.tsx";
import { toPhoneLink } from "../../src/views/phone/pairing-link.ts";
import { startServer } from "../page.ts";
import { drawView, signedInWith } from "../view.ts";

test("the link that is copied is that of the QR code, with the phone's numbers", async () => {
  const writeText = vi.fn(async (_text: string) => {});
  vi.stubGlobal("navigator", { clipboard: { writeText } });
  const link = "https://desk.example.com/phone#code";
  const inOneHour = new Date(Date.now() + 3_600_000).toISOString();
  startServer().respond("sms/s1/pair", { pairing: { code: "code", link, expires_at: inOneHour } });
  const numbers = ["5550100001"];
  const view = drawView(h(CompanionSetup, { id: "s1", numbers, signedIn: signedInWith(null) }));
  view.click("Show a QR code");
  await expect.poll(() => view.button("Copy link")).toBeDefined();
  view.click("Copy link");
  expect(writeText).toHaveBeenCalledWith(toPhoneLink(link, numbers));
});

/** Draws the set-up with a pairing that expires in an hour, whose link leads to this host. */
async function drawPairing(host = "desk.example.com") {
  const expiresAt = new Date(Date.now() + 3_600_000).toISOString();
  const server = startServer();
  server.respond("sms/s1/pair", {
    pairing: { code: "code", link: `https://${host}/pair#code`, expires_at: expiresAt },
  });
  const timers = vi.spyOn(globalThis, "setTimeout");
  onTestFinished(() => timers.mockRestore());
  const view = drawView(h(CompanionSetup, { id: "s1", numbers: [], signedIn: signedInWith(null) }));
  view.click("Show a QR code");
  await expect.poll(() => view.button("Copy link")).toBeDefined();
  const ofExpiry = () => timers.mock.calls.find(([, delay = 0]) => delay > 3_590_000);
  await expect.poll(ofExpiry).toBeDefined();
  const [expire = () => {}, delay = 0] = ofExpiry() ?? [];
  const timer = timers.mock.results[timers.mock.calls.findIndex(([, each = 0]) => each > 3_590_000)]?.value;
  return { view, expire, delay, expiresAt, timer };
}

test("a QR code is replaced by a button when it has expired, and not before", async () => {
  const { view, expire, delay, expiresAt } = await drawPairing();
  expect(delay).toBeLessThanOrEqual(3_600_000);
  expect(view.all<HTMLTimeElement>("time")[0]?.dateTime).toBe(expiresAt);
  expire();
  await expect.poll(view.text).toContain("The last one has expired.");
  expect(view.button("Copy link")).toBeUndefined();
  view.click("Show a new QR code");
  await expect.poll(() => view.button("Copy link")).toBeDefined();
});

test("a set-up that is closed does not wait for the end of its QR code", async () => {
  const { view, timer } = await drawPairing();
  const clear = vi.spyOn(globalThis, "clearTimeout");
  onTestFinished(() => clear.mockRestore());
  expect(timer).toBeDefined();
  view.remove();
  await expect.poll(() => clear.mock.calls.some(([cleared]) => cleared === timer)).toBe(true);
});

test.each([
  ["desk.example.com", false],
  ["localhost:8787", true],
])("a link to %s, which no phone reaches, says so: %s", async (host, saysSo) => {
  const { view } = await drawPairing(host);
  expect(view.all(".note b").map(({ textContent }) => textContent)).toEqual(saysSo ? ["localhost"] : []);
});
