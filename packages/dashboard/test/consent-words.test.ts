import { h } from "preact";
import { beforeEach, expect, test, vi } from "vitest";
import { session } from "../src/app/session.ts";
import { ConnectPage } from "../src/connect/page.tsx";
import { held, problem, type Server, startServer } from "./page.ts";
import { drawView, signedInWith } from "./view.ts";

const request = {
  client: {
    ...{ name: "Nice app", host: "app.example", redirect_uri: "https://app.example/cb" },
    ...{ is_local: false, verified_host: null },
  },
  account: "default",
  scopes: [{ scope: "mailbox:read", ticked: true, allowed: true }],
  expiry: null,
};

let server: Server;
beforeEach(() => {
  vi.spyOn(location, "assign").mockImplementation(() => {});
  server = startServer();
  server.respond("/oauth/consent", request);
  return () => session.set({ state: "signed-out", reason: null });
});

function draw(scopes: string | null = null) {
  session.set({ state: "signed-in", ...signedInWith(scopes) });
  return drawView(h(ConnectPage, { requestId: "1.abc" }));
}
const wordsOf = (view: ReturnType<typeof drawView>) =>
  view
    .all("h1, p, legend, fieldset label, .field label, option, button, .actions > span")
    .map(({ textContent }) => textContent?.trim())
    .slice(1);
const signedInWords = ["Signed in to the account default with the key first. Use another key", "Use another key"];

test("the page of a request says who asks for what, what it can never do, and how long it may", async () => {
  const view = draw();
  await expect
    .poll(() => wordsOf(view))
    .toEqual([
      "Connect an app?",
      "An app that calls itself Nice app asks for access to the account default.",
      "Your browser will return to app.example. Allow it only if you have just come from there. Nobody has checked the name.",
      "https://app.example/cb",
      "The app may",
      "read all mail in your mailboxes, with its codes and links",
      "It can never manage your keys, see the audit log, or put messages into your inboxes.",
      "For",
      ...["1 day", "30 days", "Until I revoke it"],
      "You can revoke it at any time, on the page Keys.",
      ...["Allow", "Deny"],
      ...signedInWords,
    ]);
  expect(view.all<HTMLLabelElement>("fieldset label").map(({ title }) => title)).toEqual(["mailbox:read"]);
});

test("without a ticked box the page says what can be done", async () => {
  const view = draw();
  await expect.poll(() => view.all("input[type=checkbox]").length).toBe(1);
  expect(view.text()).not.toContain("Tick at least one");
  view.all<HTMLInputElement>("input[type=checkbox]")[0]?.click();
  await expect
    .poll(() => view.all(".actions > span").map(({ textContent }) => textContent))
    .toEqual(["Tick at least one, or deny."]);
  expect([view.button("Allow")?.disabled, view.button("Deny")?.disabled]).toEqual([true, false]);
});

test("after the decision the page says that it can be closed, with a link for browsers that need a click", async () => {
  const redirect = "https://app.example/cb?code=svcac_1";
  server.respond("/oauth/consent/approve", { redirect });
  const view = draw();
  await expect.poll(() => view.button("Allow")?.disabled).toBe(false);
  view.click("Allow");
  await expect
    .poll(() => wordsOf(view))
    .toEqual([
      "Back to the app",
      "You can close this page once Nice app has confirmed.",
      "Open app.example",
      ...signedInWords,
    ]);
  expect(view.all<HTMLAnchorElement>("a").map(({ href }) => href)).toEqual([redirect]);
});

test("a request that is loading, and one that could not be loaded, are said to be so", async () => {
  const response = held<Response>();
  server.respond("/oauth/consent", response.promise);
  const view = draw();
  expect(view.all("[role=status]").map(({ textContent }) => textContent)).toEqual(["Loading"]);
  response.release(problem(404, "not_found"));
  await expect
    .poll(() => wordsOf(view))
    .toEqual([...["Connect an app", "The server says not_found.", "Try again"], ...signedInWords]);
});

test("a key that cannot connect apps is told why", () => {
  expect(wordsOf(draw("mailbox:read"))).toEqual([
    "This key cannot connect apps",
    "It lacks the scope token:write. Sign in with a key that has it.",
    ...signedInWords,
  ]);
});
