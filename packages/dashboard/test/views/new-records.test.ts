import { type ComponentChild, h } from "preact";
import { beforeEach, expect, test } from "vitest";
import { AuthenticatorsView } from "../../src/views/authenticators.tsx";
import { KeysView } from "../../src/views/keys.tsx";
import { MailboxesView } from "../../src/views/mailboxes.tsx";
import { SmsView } from "../../src/views/sms.tsx";
import { TunnelsView } from "../../src/views/tunnels.tsx";
import { held, problem, type Server, startEmptyServer } from "../page.ts";
import { drawView, signedInWith } from "../view.ts";

const signedIn = signedInWith(null);
let server: Server;
beforeEach(() => {
  server = startEmptyServer();
});

const views: [string, () => ComponentChild, button: string, maxLengths: number[]][] = [
  ["mailbox", () => h(MailboxesView, { signedIn, id: undefined }), "New mailbox", [64]],
  ["subdomain", () => h(TunnelsView, { signedIn }), "New subdomain", [63]],
  ["authenticator", () => h(AuthenticatorsView, { signedIn }), "New authenticator", [64, 2_048]],
  ["key", () => h(KeysView, { signedIn }), "New key", [100]],
];

/** Opens the dialog that this button opens. */
async function openDialog(draw: () => ComponentChild, button: string) {
  const view = drawView(draw());
  await expect.poll(() => view.button(button)?.disabled, { interval: 5 }).toBe(false);
  view.click(button);
  await expect.poll(() => view.all("dialog").length, { interval: 5 }).toBe(1);
  return view;
}

test.each(views)("the fields of a new %s hold as much as the API takes", async (_what, draw, button, maxLengths) => {
  const view = await openDialog(draw, button);
  const fields = view.all<HTMLInputElement>("dialog input:not([type=checkbox])");
  expect(fields.map(({ maxLength }) => maxLength)).toEqual(maxLengths);
});

test.each([
  ["mailbox", "@desk.example.com", "Letters, digits and inner dots, hyphens or underscores.", "mailbox/check"],
  ["subdomain", ".tunnel.example.com", "Letters, digits and inner hyphens.", "subdomain/check/-"],
])("the name of a new %s has its domain after it, and its rule if it is invalid", async (what, suffix, rule, path) => {
  server.respond(path, { available: false, reason: "invalid" });
  const [, draw, button] = views.find(([name]) => name === what)!;
  const view = await openDialog(draw, button);
  expect(view.all(".with-suffix span")[0]?.textContent).toBe(suffix);
  view.type("dialog input", "-");
  await expect.poll(() => view.all("dialog .hint")[0]?.textContent, { interval: 5 }).toBe(rule);
});

test.each([
  ["  ", { secret: "GEZD" }],
  [" github ", { name: "github", secret: "GEZD" }],
])("an authenticator with «%s» in the field of its name is registered with %j", async (name, sent) => {
  const bodies: unknown[] = [];
  const registered = held<object>();
  server.respond("authenticators/register", async (request: Request) => {
    bodies.push(await request.json());
    return registered.promise;
  });
  server.respond("account", { account: {}, agent_token: {} });
  const [, draw, button] = views[2]!;
  const view = await openDialog(draw, button);
  view.type("dialog input", name);
  view.type("dialog input[type=password]", "GEZD");
  await expect.poll(() => view.button("Register")?.disabled, { interval: 5 }).toBe(false);
  view.click("Register");
  await expect.poll(() => bodies, { interval: 5 }).toEqual([sent]);
});

test.each([["SMS inbox", () => h(SmsView, { signedIn, id: undefined }), "Set up a phone"]])(
  "the button of the first %s is disabled while it is registered",
  async (_what, draw, button) => {
    const registered = held<object>();
    server.respond("sms/list", { sms_tokens: [], limit: null, used: 0 });
    server.respond("sms/register", registered.promise);
    const view = drawView(draw());
    await expect.poll(() => view.button(button)?.disabled, { interval: 5 }).toBe(false);
    view.click(button);
    const names = [button, "New SMS inbox"];
    await expect.poll(() => names.map((name) => view.button(name)?.disabled), { interval: 5 }).toEqual([true, true]);
    registered.release(problem(403, "limit_reached"));
    await expect
      .poll(() => view.all("[role=alert]").map(({ textContent }) => textContent), { interval: 5 })
      .toEqual(["The server says limit_reached."]);
  },
);
