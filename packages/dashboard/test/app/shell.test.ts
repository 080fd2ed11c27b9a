import { h } from "preact";
import { beforeEach, expect, onTestFinished, test } from "vitest";
import { route } from "../../src/app/route.ts";
import { openSignInLink, pendingSignInCode, session } from "../../src/app/session.ts";
import { App } from "../../src/app/shell.tsx";
import { held, problem, type Server, startServer } from "../page.ts";
import { drawView, mailbox, signedInWith } from "../view.ts";

let server: Server;
beforeEach(() => {
  server = startServer();
  route.set("");
});

/** Draws the whole page for a key without any scope, so that no view asks for anything. */
function draw(place: string, edition = "later") {
  route.set(place);
  session.set({ state: "signed-in", ...signedInWith("webhook:read", { edition }) });
  const view = drawView(h(App, {}));
  const links = () => view.all<HTMLAnchorElement>("nav[aria-label=Views] a");
  const here = () => links().filter((link) => link.getAttribute("aria-current") === "page");
  return { view, links, here: () => here().map(({ textContent }) => textContent?.trim()) };
}

test.each([
  ["", "Mailboxes", "see mailboxes"],
  ["mailboxes", "Mailboxes", "see mailboxes"],
  ["mailboxes/m1", "Mailboxes", "see mailboxes"],
  ["refused", "Mailboxes", "see rejected mail"],
  ["sms/s1", "SMS", "see SMS messages"],
  ["tunnels", "Tunnels", "see tunnels"],
  ["keys", "Keys", "see agent keys"],
  ["audit", "Audit log", "see the audit log"],
  ["unknown/x", "Mailboxes", "see mailboxes"],
])("the URL #/%s shows the view %s", async (place, name, what) => {
  const { view, here } = draw(place);
  expect(here()).toEqual([name]);
  expect(view.text()).toContain(`This key may not ${what}`);
  await expect.poll(() => document.title).toBe(`${place === "refused" ? "Rejected mail" : name} · Frontdesk`);
});

test.each([
  ["later", ["Mailboxes", "SMS", "Tunnels", "Authenticators", "Keys", "Audit log", "Account"]],
  ["earlier", ["Mailboxes", "Tunnels", "Keys", "Account"]],
])("a server of the %s edition has the views %j", (edition, names) => {
  expect(
    draw("", edition)
      .links()
      .map(({ textContent }) => textContent?.trim()),
  ).toEqual(names);
});

test("a server that does not respond is said to be away, with a way to try again", () => {
  session.set({ state: "unreachable", retry: async () => {} });
  expect(
    drawView(h(App, {}))
      .all("button")
      .map(({ textContent }) => textContent?.trim()),
  ).toContain("Sign in with another key");
});

test("a view that is opened later takes the focus, and the first one does not", async () => {
  const { view } = draw("keys");
  await expect.poll(() => document.title).toBe("Keys · Frontdesk");
  expect(document.activeElement).toBe(document.body);
  route.set("tunnels");
  await expect.poll(() => document.title).toBe("Tunnels · Frontdesk");
  expect(document.activeElement).toBe(view.all("main")[0]);
});

test("a list keeps its filter while its mailboxes are opened", async () => {
  server.respond("mailbox/list", { mailboxes: [mailbox(1), mailbox(2)], limit: null, used: 2 });
  server.respond("mail/recent", () => held().promise);
  route.set("mailboxes");
  session.set({ state: "signed-in", ...signedInWith(null) });
  const view = drawView(h(App, {}));
  const names = () => view.all(".rows b").map(({ textContent }) => textContent);
  await expect.poll(names).toEqual(["box1", "box2"]);
  view.type("input[type=search]", "box2");
  await expect.poll(names).toEqual(["box2"]);
  for (const id of ["m2", "m1"]) {
    route.set(`mailboxes/${id}`);
    await expect.poll(() => view.all("h2")[0]?.textContent).toContain(id === "m1" ? "box1@" : "box2@");
    expect([names(), view.all<HTMLInputElement>("input[type=search]")[0]?.value]).toEqual([["box2"], "box2"]);
  }
});

test("signing out leaves no view and no key", async () => {
  sessionStorage.setItem("frontdesk.key", "svcagt_a");
  const { view } = draw("keys");
  view.click("Sign out");
  await expect.poll(() => view.all("h1").map(({ textContent }) => textContent)).toEqual(["Sign in"]);
  expect(view.all("[role=alert]")).toEqual([]);
  expect(sessionStorage.length).toBe(0);
  expect(server.requests).toEqual([]);
});

test("another sign-in link is asked about without the error of the previous one", async () => {
  server.respond("sign-in", problem(429, "rate_limited"));
  const { view } = draw("keys");
  onTestFinished(() => pendingSignInCode.set(null));
  openSignInLink("first-code");
  await expect.poll(() => view.all("dialog")).toHaveLength(1);
  view.click("Sign in with the link");
  await expect.poll(() => view.all("dialog [role=alert]")).toHaveLength(1);
  const [first] = view.all("dialog");
  openSignInLink("second-code");
  await expect.poll(() => view.all("dialog")[0]).not.toBe(first);
  expect(view.all("dialog [role=alert]")).toEqual([]);
});

test("a sign-in link that is declined leaves the session, and is asked about no more", async () => {
  const { view } = draw("keys");
  onTestFinished(() => pendingSignInCode.set(null));
  openSignInLink("a-code");
  await expect.poll(() => view.all("dialog")).toHaveLength(1);
  view.click("Cancel");
  await expect.poll(() => view.all("dialog")).toEqual([]);
  expect(session.get().state).toBe("signed-in");
  expect(server.requests).toEqual([]);
});

test("the page begins with a way past the menu, and its links lead to the views and to the API's reference", () => {
  const { view, links } = draw("keys");
  view.click("Skip to content");
  expect(document.activeElement).toBe(view.all("main")[0]);
  expect(view.buttons()[0]).toBe("Skip to content");
  expect(links().map((link) => link.getAttribute("href"))).toEqual(
    ["mailboxes", "sms", "tunnels", "authenticators", "keys", "audit", "account"].map((name) => `#/${name}`),
  );
  const others = view.all("header a, .side > a, .side-foot a");
  expect(others.map((link) => [link.textContent?.trim(), link.getAttribute("href")])).toEqual([
    ["Frontdesk", "#/mailboxes"],
    ["API", "/docs"],
    ["Frontdesk", "#/mailboxes"],
    ["API reference", "/docs"],
  ]);
});
