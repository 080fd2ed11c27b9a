import { h } from "preact";
import { beforeEach, describe, expect, test } from "vitest";
import { session } from "../../src/app/session.ts";
import type { Operation } from "../../src/docs/document.ts";
import { Try } from "../../src/docs/try.tsx";
import { held, problem, type Server, startServer } from "../page.ts";
import { drawView, mailbox, signedInWith, smsToken } from "../view.ts";

const idInPath = { name: "id", in: "path", required: true, schema: {} };
const soon = { interval: 5 };

let server: Server;
beforeEach(() => {
  server = startServer();
  server.respond("mailbox/list", { mailboxes: [mailbox(1), mailbox(2)], limit: null, used: 2 });
  server.respond("sms/list", { sms_tokens: [smsToken("5550100001")], limit: null, used: 1 });
  session.set({ state: "signed-in", ...signedInWith(null) });
});

function draw(changes: Partial<Operation>) {
  const operation = {
    ...{ id: "op", method: "GET", path: "/svc-api/mailbox/{id}", tag: "Mailboxes", key: "agentKey" },
    ...{ scopes: [], parameters: [idInPath], body: null, ...changes },
  } as unknown as Operation; // The form reads no more of it.
  const view = drawView(h(Try, { operation }));
  const isOffered = (name: string) => view.button(name)?.disabled === false;
  const select = (value: string) => {
    const [field] = view.all<HTMLSelectElement>("select");
    field!.value = value;
    field!.dispatchEvent(new Event("change", { bubbles: true }));
  };
  const labels = () => view.all("label").map(({ textContent }) => textContent);
  return { view, isOffered, select, labels };
}
const options = (view: ReturnType<typeof drawView>) => view.all("option").map(({ textContent }) => textContent);
const last = () => server.requests.at(-1);

describe("the record", () => {
  test("of a call that can be undone is the first one, until another is selected", async () => {
    const { view, isOffered, select, labels } = draw({});
    await expect.poll(() => isOffered("Send GET"), soon).toBe(true);
    expect([options(view), labels()]).toEqual([["box1@desk.example.com", "box2@desk.example.com"], ["Record"]]);
    server.respond("mailbox/m2", { found: true });
    select("m2");
    await expect.poll(() => view.all<HTMLSelectElement>("select")[0]?.value, soon).toBe("m2");
    view.click("Send GET");
    await expect.poll(view.text, soon).toContain('"found": true');
    expect(last()).toMatchObject({ method: "GET", path: "mailbox/m2", key: "svcagt_a" });
  });

  test("of a call that cannot be undone must be selected", async () => {
    const { view, isOffered, select } = draw({ method: "DELETE" });
    await expect.poll(() => options(view)[0], soon).toBe("Choose…");
    expect([isOffered("Send DELETE"), view.all(".note").length]).toEqual([false, 1]);
    select("m1");
    await expect.poll(() => isOffered("Send DELETE"), soon).toBe(true);
  });
});

describe.each([
  ["mailboxToken", "Mail", "/svc-api/mail/message/{id}", "mail/recent", "emails", "svcm_1", "sendTestMail"],
  ["smsToken", "SMS", "/svc-api/sms/message/{id}", "sms/recent", "messages", "svcsms_1", "pushSms"],
] as const)("a call with %s", (key, tag, path, list, field, token, creator) => {
  const message = { key, tag, path };

  test("reads the newest message with the key of the selected inbox", async () => {
    server.respond(list, { [field]: [{ id: "newest" }], cursor: "c1" });
    const { view, isOffered, labels } = draw(message);
    await expect.poll(() => view.all<HTMLInputElement>("input")[0]?.value, soon).toBe("newest");
    expect(labels()).toEqual(["With the key of", "id"]);
    await expect.poll(() => isOffered("Send GET"), soon).toBe(true);
    view.click("Send GET");
    const read = path.replace("/svc-api/", "").replace("{id}", "newest");
    await expect.poll(last, soon).toMatchObject({ path: read, key: token });
  });

  test("says how an empty inbox gets its first message", async () => {
    server.respond(list, { [field]: [], cursor: "c1" });
    const { view, isOffered } = draw(message);
    await expect.poll(view.text, soon).toContain("This inbox is empty.");
    expect(view.all(".note a").map((link) => link.getAttribute("href"))).toEqual([`/docs/${creator}`]);
    expect(isOffered("Send GET")).toBe(false);
  });

  test("aborts what it reads when it is left", async () => {
    server.respond(list, held().promise);
    const { view } = draw(message);
    const signals = () => server.requests.filter((each) => each.path === list).map(({ signal }) => signal.aborted);
    await expect.poll(signals, soon).toEqual([false]);
    view.remove();
    await expect.poll(signals, soon).toEqual([true]);
  });
});

test("a call with the key of another mailbox reads the newest mail of that one", async () => {
  server.respond("mail/recent", ({ headers }: Request) => ({
    emails: headers.get("authorization") === "Bearer svcm_2" ? [{ id: "newest" }] : [],
    cursor: "c1",
  }));
  const { view, isOffered, select } = draw({ key: "mailboxToken", tag: "Mail", path: "/svc-api/mail/message/{id}" });
  await expect.poll(view.text, soon).toContain("This inbox is empty.");
  select("svcm_2");
  await expect.poll(() => view.all<HTMLInputElement>("input")[0]?.value, soon).toBe("newest");
  await expect.poll(() => isOffered("Send GET"), soon).toBe(true);
  expect(view.text()).not.toContain("This inbox is empty.");
  // Back at the empty one, the form keeps no id of another mailbox's mail.
  select("svcm_1");
  await expect.poll(view.text, soon).toContain("This inbox is empty.");
  expect(view.all<HTMLInputElement>("input")[0]?.value).toBe("");
});

test("an inbox that cannot be read is not called empty after one that is, and the id can be entered", async () => {
  server.respond("mail/recent", ({ headers }: Request) =>
    headers.get("authorization") === "Bearer svcm_2" ? problem(500, "internal") : { emails: [], cursor: "c1" },
  );
  const { view, isOffered, select } = draw({ key: "mailboxToken", tag: "Mail", path: "/svc-api/mail/message/{id}" });
  await expect.poll(view.text, soon).toContain("This inbox is empty.");
  select("svcm_2");
  await expect.poll(() => isOffered("Send GET"), soon).toBe(true);
  expect(view.text()).not.toContain("This inbox is empty.");
});

test("a parameter says whether it is required, and what it may be", async () => {
  const parameters = [
    { name: "name", in: "query", required: true, schema: {}, example: "signup" },
    { name: "limit", in: "query", schema: {}, example: 10 },
  ] as Operation["parameters"];
  const { view, labels } = draw({ key: null, parameters });
  expect(labels()).toEqual(["name", "limit, optional"]);
  const fields = view.all<HTMLInputElement>("input");
  expect(fields.map(({ required, value, placeholder }) => [required, value, placeholder])).toEqual([
    [true, "signup", ""],
    [false, "", "such as 10"],
  ]);
});

test.each<[string, Operation["scopes"], string | null]>([
  ["sms:read", ["mailbox:read"], "The key lacks the scope mailbox:read."],
  ["sms:read", ["mailbox:read", "sms:read", "mail:push"], "The key lacks the scope mailbox:read, mail:push."],
  ["mailbox:read", ["mailbox:read"], null],
])("a key with %s for a call that needs %j: %s", async (scopes, needed, note) => {
  session.set({ state: "signed-in", ...signedInWith(scopes) });
  const { view } = draw({ scopes: needed });
  if (note === null) await expect.poll(() => view.button("Send GET"), soon).toBeDefined();
  else {
    expect(view.text()).toContain(note);
    expect(view.button("Send GET")).toBeUndefined();
  }
});

test("without a session only a call without a key can be sent; others ask for the key, and say why", () => {
  session.set({ state: "signed-out", reason: "Your key was revoked." });
  expect(draw({ key: null, parameters: [] }).isOffered("Send GET")).toBe(true);
  const { view } = draw({});
  expect([view.all("[role=alert]")[0]?.textContent, view.button("Send GET")]).toEqual([
    "Your key was revoked.",
    undefined,
  ]);
  session.set({ state: "unreachable", retry: async () => {} });
  expect(draw({}).view.all("[role=alert]")[0]?.textContent).toBe("The server does not answer.");
});
