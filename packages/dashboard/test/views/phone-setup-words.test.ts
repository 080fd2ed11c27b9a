import { h } from "preact";
import { beforeEach, expect, test } from "vitest";
import { AppSetup } from "../../src/views/phone/app-setup.tsx";
import { PhoneSetup } from "../../src/views/phone/phone-setup.tsx";
import { problem, type Server, startServer } from "../page.ts";
import { drawView, signedInWith, smsToken } from "../view.ts";

const signedIn = signedInWith(null);
let server: Server;
beforeEach(() => {
  server = startServer();
});

type View = ReturnType<typeof drawView>;
const textsOf = (view: View, selector: string) => view.all(selector).map(({ textContent }) => textContent?.trim());
const pressed = (view: View) =>
  view.all(".tabs button").map((button) => [button.textContent, button.getAttribute("aria-pressed")]);

test("the set-up of a phone has three steps, of which the second begins with the companion", () => {
  const view = drawView(h(PhoneSetup, { record: smsToken(), signedIn, newest: undefined }));
  expect(textsOf(view, "h2, h3, label, p, .actions button")).toEqual([
    "Set up the phone",
    "Android 8 or later, where the companion is the quickest to set up, or an iPhone with iOS 17.",
    "1. The phone's own number",
    "Phones often don't know it. With two SIMs enter both, SIM 1 first, comma-separated.",
    "2. The app that forwards messages",
    "Show a QR code",
    "3. The first SMS",
    "Send an SMS to the phone from another one, or press “Send a test” in the companion. Waiting for it…",
    "Send a test without the phone",
  ]);
  expect(pressed(view)).toEqual([
    ["Frontdesk companion", "true"],
    ["iPhone", "false"],
    ["Another Android app", "false"],
  ]);
});

test("an app without a number asks for the number first, because it is part of the settings", async () => {
  const view = drawView(h(PhoneSetup, { record: smsToken(), signedIn, newest: undefined }));
  view.click("iPhone");
  await expect.poll(() => pressed(view)[1]).toEqual(["iPhone", "true"]);
  expect(view.text()).toContain("Enter the number first: it is part of the app's settings.");
  expect(server.requests).toEqual([]);
});

test("a number that is wrong is marked so, and the hint says which are right", async () => {
  const view = drawView(h(PhoneSetup, { record: smsToken(), signedIn, newest: undefined }));
  const hint = () => view.all(".hint").map(({ className, textContent }) => [className, textContent]);
  expect(hint()[0]?.[0]).toBe("hint");
  view.type("input[type=tel]", "123");
  await expect.poll(hint).toEqual([["hint bad", "A number of 7 to 15 digits, or two of them, comma-separated."]]);
});

test("the pairing says how to use the QR code, and when it ends", async () => {
  const inAnHour = new Date(Date.now() + 3_600_000).toISOString();
  server.respond("sms/s1/pair", { pairing: { code: "c", link: "https://desk.test/pair#c", expires_at: inAnHour } });
  const view = drawView(h(PhoneSetup, { record: smsToken(), signedIn, newest: undefined }));
  view.click("Show a QR code");
  await expect
    .poll(() => textsOf(view, "ol li"))
    .toEqual([
      "Scan it with the phone's camera.",
      "Install the app from the page that opens.",
      "Go back to the page and press “Open the companion app”.",
    ]);
  expect(textsOf(view, ".row.small > span")).toEqual([
    expect.stringMatching(/^Valid once, expires in \d+ min\.$|^Valid once, expires in 1 h\.$/),
  ]);
  await expect
    .poll(() => view.all("svg[role=img]").map((image) => image.getAttribute("aria-label")))
    .toEqual(["Link to set up the phone, as a QR code"]);
});

test("a pairing that the server rejects says why, and can be tried again", async () => {
  server.respond("sms/s1/pair", problem(403, "missing_scope"));
  const view = drawView(h(PhoneSetup, { record: smsToken(), signedIn, newest: undefined }));
  view.click("Show a QR code");
  await expect.poll(() => textsOf(view, "[role=alert]")).toEqual(["The server says missing_scope."]);
  expect(view.button("Show a QR code")?.disabled).toBe(false);
});

test("the settings of an app are named after it, and its file too; an app without a file has none", async () => {
  const app = (name: string, file: string | null) => ({
    ...{ name, title: `App ${name}`, platform: "android", lines: [`Type ${name}`, "Save"] },
    ...{ warnings: [`Mind ${name}`], import_file: file },
  });
  server.respond("sms/s1/setup", { apps: [app("one", "{}"), app("two", null)], limits: ["None can."] });
  const view = drawView(
    h(AppSetup, { id: "s1", token: "svcsms_1", numbers: ["5550100001"], platform: "android", signedIn }),
  );
  const facts = () => ({
    labels: view.all(".snippets [aria-label]").map((part) => part.getAttribute("aria-label")),
    code: textsOf(view, ".snippets code"),
    files: view.all<HTMLAnchorElement>("a[download]").map(({ download }) => download),
    notes: textsOf(view, ".bullets li"),
  });
  await expect.poll(facts).toEqual({
    labels: ["Settings of App one"],
    code: ["Type one\nSave"],
    files: ["one.json"],
    notes: ["Mind one", "None can."],
  });
  const [select] = view.all<HTMLSelectElement>("select");
  select!.value = "1";
  select!.dispatchEvent(new Event("change", { bubbles: true }));
  await expect.poll(facts).toEqual({
    labels: ["Settings of App two"],
    code: ["Type two\nSave"],
    files: [],
    notes: ["Mind two", "None can."],
  });
});

test("settings that cannot be loaded are loaded again by “Try again”", async () => {
  server.respond("sms/s1/setup", problem(400, "invalid_request"));
  const view = drawView(
    h(AppSetup, { id: "s1", token: "svcsms_1", numbers: ["5550100001"], platform: "ios", signedIn }),
  );
  await expect.poll(() => textsOf(view, "[role=alert] p")).toEqual(["The server says invalid_request."]);
  server.respond("sms/s1/setup", { apps: [], limits: [] });
  view.click("Try again");
  await expect.poll(() => view.all("[role=alert]").length).toBe(0);
});
