import { h } from "preact";
import { expect, test, vi } from "vitest";
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
