import { type ComponentChild, h } from "preact";
import { beforeEach, expect, onTestFinished, test, vi } from "vitest";
import { AuthenticatorsView } from "../../src/views/authenticators.tsx";
import { MailboxesView } from "../../src/views/mailboxes.tsx";
import { NewKey } from "../../src/views/new-key.tsx";
import { TunnelsView } from "../../src/views/tunnels.tsx";
import { problem, type Server, startEmptyServer } from "../page.ts";
import { agentKey, drawView, mailbox, signedInWith, subdomain } from "../view.ts";

const signedIn = signedInWith(null);
let server: Server;
beforeEach(() => {
  server = startEmptyServer();
});

type View = ReturnType<typeof drawView>;
const textsOf = (view: View, selector: string) => view.all(selector).map(({ textContent }) => textContent?.trim());
/** What the dialog says, field by field. */
const wordsOf = (view: View) => ({
  title: textsOf(view, "dialog h2").join(),
  fields: textsOf(view, "dialog .field > label"),
  besides: textsOf(view, "dialog .with-suffix span"),
  hints: textsOf(view, "dialog .hint").filter((hint) => hint !== ""),
  buttons: textsOf(view, "dialog button"),
});

/** Opens the dialog that this button opens. */
async function open(draw: () => ComponentChild, button: string) {
  const view = drawView(draw());
  await expect.poll(() => view.button(button)?.disabled).toBe(false);
  view.click(button);
  await expect.poll(() => view.all("dialog").length).toBe(1);
  return view;
}

const mailboxes = () => h(MailboxesView, { signedIn, id: undefined });
const tunnels = () => h(TunnelsView, { signedIn });

test.each([
  [
    "mailbox",
    mailboxes,
    "New mailbox",
    { fields: ["Name"], besides: ["@desk.example.com"], hints: [], buttons: ["Close", "Register", "Random name"] },
  ],
  [
    "subdomain",
    tunnels,
    "New subdomain",
    { fields: ["Name"], besides: [".tunnel.example.com"], hints: [], buttons: ["Close", "Register", "Random name"] },
  ],
  [
    "authenticator",
    () => h(AuthenticatorsView, { signedIn }),
    "New authenticator",
    {
      fields: ["Name (optional)", "otpauth:// URI or secret"],
      besides: [],
      hints: ["Apps show it beside the QR code of their second factor. It is stored encrypted and never shown again."],
      buttons: ["Close", "Register"],
    },
  ],
])("the dialog of a new %s says what to enter", async (_what, draw, title, words) => {
  const view = await open(draw, title);
  expect(wordsOf(view)).toEqual({ title, ...words });
  // Each field has a label, and what describes it is there too.
  for (const input of view.all<HTMLInputElement>("dialog input")) {
    const labels = view.all<HTMLLabelElement>("dialog label").filter(({ htmlFor }) => htmlFor === input.id);
    expect([labels.length, input.autocomplete]).toEqual([1, "off"]);
  }
  const required = view.all<HTMLInputElement>("dialog input[required]");
  expect(required.map(({ type }) => type)).toEqual([title === "New authenticator" ? "password" : "text"]);
  const describing = required.map((input) => document.getElementById(input.getAttribute("aria-describedby") ?? ""));
  expect(describing.map((hint) => hint?.classList.contains("hint"))).toEqual([true]);
});

test.each([
  ["mailbox", mailboxes, "New mailbox", "mailbox/register", { mailbox: mailbox() }],
  ["subdomain", tunnels, "New subdomain", "subdomain/register", { subdomain: subdomain() }],
])(
  "a new %s that the server rejects keeps its dialog, which says why and can be sent again",
  async (_what, draw, button, path, made) => {
    server.respond("mailbox/check", { available: true });
    server.respond("subdomain/check/demo", { available: true });
    server.respond(path, problem(409, "name_taken"));
    const view = await open(draw, button);
    view.type("dialog input", "demo");
    await expect.poll(() => view.button("Register")?.disabled).toBe(false);
    view.click("Register");
    await expect.poll(() => textsOf(view, "dialog [role=alert]")).toEqual(["The server says name_taken."]);
    expect(view.all<HTMLInputElement>("dialog input")[0]?.value).toBe("demo");
    server.respond(path, made);
    view.click("Register");
    await expect.poll(() => view.all("dialog").length).toBe(0);
  },
);

test.each([
  ["mailbox", mailboxes, "New mailbox", "mailbox/check"],
  ["subdomain", tunnels, "New subdomain", "subdomain/check/demo"],
])("a dialog of a new %s that is closed no longer asks whether the name is free", async (_what, draw, button, path) => {
  server.respond(path, () => new Promise(() => {}));
  const view = await open(draw, button);
  view.type("dialog input", "demo");
  const check = () => server.requests.find((request) => request.path === path);
  await expect.poll(() => check()?.signal.aborted).toBe(false);
  view.click("Close");
  // The client itself gives a request up after 30 seconds or more.
  await expect.poll(() => check()?.signal.aborted, { timeout: 20_000 }).toBe(true);
});

test("the dialog of a new key has a field for each choice, and then the key, which can be copied in two ways", async () => {
  const copied: string[] = [];
  vi.stubGlobal("navigator", { clipboard: { writeText: async (text: string) => void copied.push(text) } });
  onTestFinished(() => void vi.unstubAllGlobals());
  server.respond("agent-tokens/create", { agent_token: { ...agentKey(), token: "svcagt_new" } });
  const onClose = vi.fn();
  const keySignedIn = signedInWith("mailbox:read,subdomain:renew,token:write");
  const view = drawView(h(NewKey, { signedIn: keySignedIn, onClose, onCreated() {} }));
  expect(wordsOf(view)).toEqual({
    title: "New agent key",
    fields: ["Name, to recognize it in the list", "Expires"],
    besides: [],
    hints: [],
    buttons: ["Close", "Create key"],
  });
  expect(textsOf(view, "legend, .checks label, option")).toEqual([
    ...["Mailboxes", "read", "Tunnels", "rotate keys", "Agent keys", "create and revoke"],
    ...["Never", "In a day", "In 30 days", "In a year"],
  ]);
  view.type("dialog input:not([type=checkbox])", "ci");
  await expect.poll(() => view.button("Create key")?.disabled).toBe(false);
  view.click("Create key");
  await expect
    .poll(() => textsOf(view, "dialog h2, dialog p, dialog code, dialog button"))
    .toEqual([
      ...["The key ci", "Close", "Copy it now. The server cannot show it again.", "svcagt_new"],
      ...["Copy key", "Copy as shell variables"],
    ]);
  view.click("Copy key");
  history.replaceState(null, "", "#/keys");
  view.click("Copy as shell variables");
  await expect
    .poll(() => copied)
    .toEqual(["svcagt_new", `export FRONTDESK_URL=${location.origin}\nexport FRONTDESK_KEY=svcagt_new`]);
  expect(onClose).not.toHaveBeenCalled();
});
