import { h } from "preact";
import { beforeEach, expect, test, vi } from "vitest";
import { isConnected } from "../src/app/connection.ts";
import { session } from "../src/app/session.ts";
import { isSafeRedirect } from "../src/connect/consent-api.ts";
import { ConnectPage } from "../src/connect/page.tsx";
import { held, problem, type Server, startServer } from "./page.ts";
import { drawView, signedInWith } from "./view.ts";

const redirect = "https://app.example/cb?code=svcac_1";
const request = {
  client: {
    name: "Nice app",
    host: "app.example",
    redirect_uri: "https://app.example/cb",
    is_local: false,
    verified_host: null,
  },
  account: "default",
  scopes: [
    { scope: "mailbox:read", ticked: true, allowed: true },
    { scope: "mailbox:create", ticked: true, allowed: true },
    { scope: "authenticator:read", ticked: false, allowed: true },
    { scope: "sms:read", ticked: true, allowed: false },
  ],
  expiry: null,
};

let server: Server;
const bodies: unknown[] = [];
const types: (string | null)[] = [];
const assign = vi.fn();
beforeEach(() => {
  bodies.length = 0;
  types.length = 0;
  assign.mockReset();
  vi.spyOn(location, "assign").mockImplementation(assign);
  server = startServer();
  const record = (response: unknown) => async (sent: Request) => {
    types.push(sent.headers.get("content-type"));
    bodies.push(await sent.json());
    return response;
  };
  server.respond("/oauth/consent", record(request));
  server.respond("/oauth/consent/approve", record({ redirect }));
});

function drawSignedIn(scopes: string | null = null) {
  session.set({ state: "signed-in", ...signedInWith(scopes) });
  return drawView(h(ConnectPage, { requestId: "1.abc" }));
}

test("signed out, nothing of the request is shown or loaded, and the sign-in says what it is for", () => {
  session.set({ state: "signed-out", reason: null });
  const view = drawView(h(ConnectPage, { requestId: "1.abc" }));
  expect(view.text()).toContain("An app asks to connect.");
  expect(server.requests).toEqual([]);
});

test("shows the name as a claim, the host as a fact, and each scope in words", async () => {
  const view = drawSignedIn();
  await expect.poll(view.text).toContain("An app that calls itself Nice app asks for access to the account default");
  expect(view.text()).toContain("Your browser will return to app.example");
  expect(view.text()).toContain("https://app.example/cb");
  const boxes = view.all<HTMLInputElement>("input[type=checkbox]");
  expect(boxes.map(({ checked, parentElement }) => [parentElement?.textContent, checked])).toEqual([
    ["read all mail in your mailboxes, with its codes and links", true],
    ["register mailboxes", true],
    ["read the one-time codes of your authenticators, the second factor of your accounts", false],
  ]);
  expect(assign).not.toHaveBeenCalled();
});

test("Allow sends what is ticked and goes back to the app, once", async () => {
  const view = drawSignedIn();
  await expect.poll(() => view.button("Allow")).toBeDefined();
  view.all<HTMLInputElement>("input[type=checkbox]")[1]?.click();
  await expect.poll(() => view.all<HTMLInputElement>("input[type=checkbox]")[1]?.checked).toBe(false);
  view.click("Allow");
  await expect.poll(() => assign.mock.calls).toEqual([[redirect]]);
  expect(bodies.at(-1)).toEqual({ request: "1.abc", scopes: ["mailbox:read"], duration: "month" });
  // For the description and for the decision.
  expect(types).toEqual(["application/json", "application/json"]);
  expect(view.buttons()).not.toContain("Allow");
  expect(view.all<HTMLAnchorElement>("a.button")[0]?.href).toBe(redirect);
});

test("Deny goes back with the error, and nothing can be decided a second time", async () => {
  const reply = held<object>();
  server.respond("/oauth/consent/deny", reply.promise);
  const view = drawSignedIn();
  await expect.poll(() => view.button("Deny")).toBeDefined();
  view.click("Deny");
  await expect.poll(() => ["Allow", "Deny"].map((name) => view.button(name)?.disabled)).toEqual([true, true]);
  reply.release({ redirect: "https://app.example/cb?error=access_denied" });
  await expect.poll(() => assign.mock.calls).toEqual([["https://app.example/cb?error=access_denied"]]);
});

test("without a ticked box there is nothing to allow", async () => {
  const view = drawSignedIn();
  await expect.poll(() => view.button("Allow")).toBeDefined();
  for (const box of view.all<HTMLInputElement>("input[type=checkbox]")) if (box.checked) box.click();
  await expect.poll(() => view.button("Allow")?.disabled).toBe(true);
});

test("a key without token:write is told so, and another can be used", async () => {
  const view = drawSignedIn("mailbox:read,token:read");
  expect(view.text()).toContain("It lacks the scope token:write");
  expect(server.requests).toEqual([]);
  view.click("Use another key");
  await expect.poll(view.text).toContain("An app asks to connect.");
});

test("a request that is gone says so, and a URL that runs a script is not opened", async () => {
  server.respond("/oauth/consent/approve", { redirect: "javascript:alert(1)" });
  const view = drawSignedIn();
  await expect.poll(() => view.button("Allow")).toBeDefined();
  view.click("Allow");
  await expect.poll(view.text).toContain("not safe to open");
  expect(assign).not.toHaveBeenCalled();
  view.remove();
  server.respond("/oauth/consent", problem(404, "not_found"));
  await expect.poll(drawSignedIn().text).toContain("The server says not_found.");
});

test.each([
  ["that cannot be reached", () => Promise.reject(new TypeError("Failed to fetch")), "The server does not answer."],
  ["whose proxy answers", () => new Response("<html>", { status: 502 }), "The server responded with status 502."],
])("a decision that meets a server %s says so in words, and can be sent again", async (_which, answer, sentence) => {
  const view = drawSignedIn();
  await expect.poll(() => view.button("Allow")).toBeDefined();
  const answered = server.requests.length;
  server.respond("/oauth/consent/approve", answer);
  view.click("Allow");
  await expect.poll(() => server.requests.length).toBe(answered + 1);
  await expect.poll(() => view.all("[role=alert]").length).toBe(1);
  expect(view.all("[role=alert]")[0]?.textContent).toContain(sentence);
  expect([assign.mock.calls, view.button("Allow")?.disabled]).toEqual([[], false]);
  isConnected.set(true);
});

test("a request that could not be loaded is loaded again by “Try again”", async () => {
  server.respond("/oauth/consent", problem(400, "invalid_request"));
  const view = drawSignedIn();
  await expect.poll(() => view.button("Try again")).toBeDefined();
  server.respond("/oauth/consent", request);
  view.click("Try again");
  await expect.poll(view.text).toContain("An app that calls itself Nice app");
});

test.each([
  ["https://a.example/", true],
  ["http://localhost:1/", true],
  ["cursor://x/y", true],
  ["JavaScript:alert(1)", false],
  ["data:text/html,x", false],
  ["blob:https://a.example/1", false],
  ["file:///etc/passwd", false],
  ["vbscript:x", false],
  ["about:blank", false],
  // Browsers drop such white space before they look at the scheme.
  [" javascript:alert(1)", false],
  ["java\nscript:alert(1)", false],
  ["no url", false],
])("%s may be opened: %s", (url, isSafe) => {
  expect(isSafeRedirect(url)).toBe(isSafe);
});

const nobody = "Nobody has checked the name.";
test.each([
  [
    "an app of the web",
    {},
    `Your browser will return to app.example. Allow it only if you have just come from there. ${nobody}`,
  ],
  [
    "a program",
    { is_local: true },
    `It is a program on this computer. Allow it only if you have just started it yourself. ${nobody}`,
  ],
  ["an app that a host speaks for", { verified_host: "nice.example" }, "The name is published by nice.example."],
])("%s is described by what is known of it", async (_what, changes, note) => {
  server.respond("/oauth/consent", { ...request, client: { ...request.client, ...changes } });
  const view = drawSignedIn();
  await expect.poll(() => view.all(".note")[0]?.textContent).toContain(note);
  expect(view.all(".note")[0]?.textContent?.includes(nobody)).toBe(note.includes(nobody));
});

test.each([
  [null, "You can revoke it at any time, on the page Keys."],
  ["2999-01-01T00:00:00.000Z", "At the latest, it ends with the key you are signed in with"],
])("a connection of a key that expires at %s: %s", async (expiry, hint) => {
  server.respond("/oauth/consent", { ...request, expiry });
  const view = drawSignedIn();
  await expect.poll(() => view.all(".hint")[0]?.textContent).toContain(hint);
});

test.each(["day", "unlimited"])("the connection lasts as long as was selected: %s", async (duration) => {
  const view = drawSignedIn();
  await expect.poll(() => view.all("select").length).toBe(1);
  const [select] = view.all<HTMLSelectElement>("select");
  expect([select?.value, view.all("option").map(({ textContent }) => textContent)]).toEqual([
    "month",
    ["1 day", "30 days", "Until I revoke it"],
  ]);
  select!.value = duration;
  select!.dispatchEvent(new Event("change", { bubbles: true }));
  await new Promise((resolve) => setTimeout(resolve));
  view.click("Allow");
  await expect.poll(() => bodies.at(-1)).toMatchObject({ duration });
  await expect.poll(view.text).toContain("Open app.example");
});

test("another key that is used loads the request again, and forgets what was ticked", async () => {
  const view = drawSignedIn();
  const boxes = () => view.all<HTMLInputElement>("input[type=checkbox]").map(({ checked }) => checked);
  await expect.poll(boxes).toEqual([true, true, false]);
  view.all<HTMLInputElement>("input[type=checkbox]")[1]?.click();
  await expect.poll(boxes).toEqual([true, false, false]);
  session.set({ state: "signed-in", ...signedInWith(null), key: "svcagt_b" });
  await expect.poll(() => server.requests.map(({ key }) => key)).toEqual(["svcagt_a", "svcagt_b"]);
  await expect.poll(boxes).toEqual([true, true, false]);
});
