import { h } from "preact";
import { beforeEach, describe, expect, test } from "vitest";
import { session } from "../../src/app/session.ts";
import type { Operation } from "../../src/docs/document.ts";
import { Try } from "../../src/docs/try.tsx";
import { held, problem, type Server, startServer } from "../page.ts";
import { drawView, mailbox, signedInWith, smsToken } from "../view.ts";

let server: Server;
beforeEach(() => {
  server = startServer();
  server.respond("mailbox/list", { mailboxes: [mailbox(1)], limit: null, used: 1 });
  server.respond("sms/list", { sms_tokens: [smsToken("5550100001")], limit: null, used: 1 });
  session.set({ state: "signed-in", ...signedInWith(null) });
});

// The form reads no more of an operation.
const toOperation = (changes: object) =>
  ({
    ...{ id: "op", method: "GET", path: "/svc-api/mailbox/{id}", tag: "Mailboxes", key: "agentKey" },
    ...{ scopes: [], parameters: [{ name: "id", in: "path", required: true, schema: {} }], body: null, ...changes },
  }) as unknown as Operation;
const draw = (changes: object) => drawView(h(Try, { operation: toOperation(changes) }));
type View = ReturnType<typeof draw>;
const options = (view: View) => view.all("option").map(({ textContent }) => textContent);
const isOffered = (view: View, name: string) => view.button(name)?.disabled === false;

describe("the records to choose from", () => {
  test("are loaded again by “Try again” after an error", async () => {
    server.respond("mailbox/list", problem(400, "invalid_request"));
    const view = draw({});
    await expect.poll(() => view.button("Try again")).toBeDefined();
    server.respond("mailbox/list", { mailboxes: [mailbox(1)], limit: null, used: 1 });
    view.click("Try again");
    await expect.poll(() => options(view)).toEqual(["box1@desk.example.com"]);
  });

  test("are loaded for each operation that is shown", async () => {
    const view = draw({});
    await expect.poll(() => options(view)).toEqual(["box1@desk.example.com"]);
    view.redraw(h(Try, { operation: toOperation({ id: "other", tag: "SMS inboxes" }) }));
    await expect.poll(() => options(view)).toEqual(["5550100001"]);
  });

  test.each([
    ["Mailboxes", "mailbox/list"],
    ["SMS inboxes", "sms/list"],
    ["Subdomains", "subdomain/list"],
    ["Agent keys", "agent-tokens/list"],
    ["Webhooks", "webhooks/list"],
    ["Authenticators", "authenticators/list"],
  ])("of the section %s are no longer loaded once the page is left", async (tag, path) => {
    server.respond(path, () => new Promise(() => {}));
    const view = draw({ tag });
    const aborted = () => server.requests.map((request) => [request.path, request.signal.aborted]);
    await expect.poll(aborted).toEqual([[path, false]]);
    view.remove();
    await expect.poll(aborted).toEqual([[path, true]]);
  });
});

describe("a form", () => {
  const parameters = ["first", "second"].map((name) => ({ name, in: "query", required: true, schema: {} }));
  const values = (view: View) => view.all<HTMLInputElement>("input").map(({ value }) => value);

  test("keeps what was entered in its other fields", async () => {
    const view = draw({ key: null, parameters });
    view.type("input", "one");
    await expect.poll(() => values(view)).toEqual(["one", ""]);
    const [, second] = view.all<HTMLInputElement>("input");
    second!.value = "two";
    second!.dispatchEvent(new Event("input", { bubbles: true }));
    await expect.poll(() => values(view)).toEqual(["one", "two"]);
    // Preact draws again: the fields show what the form keeps.
    view.redraw(h(Try, { operation: toOperation({ key: null, parameters }) }));
    await expect.poll(() => values(view)).toEqual(["one", "two"]);
  });

  test("can be sent once at a time", async () => {
    const response = held<object>();
    server.respond("mailbox/m1", response.promise);
    const view = draw({});
    await expect.poll(() => isOffered(view, "Send GET")).toBe(true);
    view.click("Send GET");
    await expect.poll(() => view.all<HTMLButtonElement>("button[type=submit]")[0]?.disabled).toBe(true);
    response.release({ found: true });
    await expect.poll(view.text).toContain('"found": true');
    expect(view.all<HTMLButtonElement>("button[type=submit]")[0]?.disabled).toBe(false);
  });

  const body = { type: "application/json", example: { code: "ABC-123" } };

  test("that needs a code cannot be sent without it, and says where it comes from", async () => {
    const view = draw({ id: "claimPairing", method: "POST", key: null, parameters: [], body });
    expect(view.text()).toContain("It needs a pairing code, which is valid once.");
    expect(isOffered(view, "Send POST")).toBe(false);
    view.type("textarea", '{"code": "ABC-123"}');
    await expect.poll(() => isOffered(view, "Send POST")).toBe(true);
  });

  test("whose body is no JSON says so, and sends nothing", async () => {
    const view = draw({ id: "claimPairing", method: "POST", key: null, parameters: [], body });
    view.type("textarea", "{code}");
    await expect.poll(() => isOffered(view, "Send POST")).toBe(true);
    view.click("Send POST");
    await expect.poll(() => view.all("[role=alert]")[0]?.textContent).toContain("The body is not valid JSON");
    expect(server.requests).toEqual([]);
  });
});

test("the form says with which key it is sent, and signs out of that on request", async () => {
  const view = draw({});
  const said = () => view.all(".head .muted").map(({ textContent }) => textContent);
  expect(said()).toEqual(["with the key firstSign out"]);
  view.click("Sign out");
  await expect.poll(said).toEqual([]);
  expect(session.get()).toEqual({ state: "signed-out", reason: null });
  expect(view.button("Sign in")).toBeDefined();
});

test("another key that signs in has its own records in the form", async () => {
  const view = draw({});
  await expect.poll(() => options(view)).toEqual(["box1@desk.example.com"]);
  server.respond("mailbox/list", { mailboxes: [mailbox(2)], limit: null, used: 1 });
  session.set({ state: "signed-in", ...signedInWith(null), key: "svcagt_b" });
  await expect.poll(() => options(view)).toEqual(["box2@desk.example.com"]);
});
