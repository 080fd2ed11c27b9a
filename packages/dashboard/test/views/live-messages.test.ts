import { h } from "preact";
import { beforeEach, expect, onTestFinished, test } from "vitest";
import { isConnected } from "../../src/app/connection.ts";
import { session } from "../../src/app/session.ts";
import { App } from "../../src/app/shell.tsx";
import { MailboxesView } from "../../src/views/mailboxes.tsx";
import { SmsView } from "../../src/views/sms.tsx";
import { held, problem, type Server, startServer } from "../page.ts";
import { drawView, mailbox, signedInWith, smsToken } from "../view.ts";

const signedIn = signedInWith(null);
const soon = { interval: 5 };
let server: Server;
beforeEach(() => {
  server = startServer();
  const empty = (request: Request) =>
    request.url.includes("after=") ? new Promise(() => {}) : { emails: [], messages: [], cursor: "c0" };
  server.respond("mailbox/list", { mailboxes: [mailbox()], limit: null, used: 1 });
  server.respond("sms/list", { sms_tokens: [smsToken("5550100001")], limit: null, used: 1 });
  server.respond("mail/recent", empty);
  server.respond("sms/recent", empty);
  onTestFinished(() => isConnected.set(true));
});

test("a test mail that is rejected says why", async () => {
  server.respond("mailbox/m1/test", problem(403, "missing_scope"));
  const view = drawView(h(MailboxesView, { signedIn, id: "m1" }));
  await expect.poll(() => view.button("Send a test mail")?.disabled, soon).toBe(false);
  view.click("Send a test mail");
  await expect.poll(() => view.all("[role=alert]")[0]?.textContent, soon).toBe("The server says missing_scope.");
});

test("a test mail is what to do first in an empty mailbox, and nowhere else", async () => {
  const view = drawView(h(MailboxesView, { signedIn, id: "m1" }));
  const classOfButton = () => view.button("Send a test mail")?.className;
  await expect.poll(classOfButton, soon).toBe("button primary");
  const arrived = {
    ...{ id: "e1", sender: "a@shop.test", subject: "Hi", snippet: "Hi", body: "Hi" },
    links: [],
    codes: [],
  };
  server.respond("mail/recent", (request: Request) =>
    request.url.includes("after=")
      ? new Promise(() => {})
      : {
          emails: [{ ...arrived, recipient: "box1@desk.test", received_at: "2026-01-01T12:00:00.000Z" }],
          cursor: "c1",
        },
  );
  const other = drawView(h(MailboxesView, { signedIn, id: "m1" }));
  await expect.poll(() => other.button("Send a test mail")?.className, soon).toBe("button");
});

test("a list without a selected inbox asks to select one", async () => {
  const view = drawView(h(MailboxesView, { signedIn, id: undefined }));
  await expect.poll(() => view.text(), soon).toContain("Select a mailbox");
});

test("no second test mail is sent while one is awaited", async () => {
  const sending = held<object>();
  server.respond("mailbox/m1/test", () => sending.promise);
  const view = drawView(h(MailboxesView, { signedIn, id: "m1" }));
  const isDisabled = () => view.button("Send a test mail")?.disabled;
  await expect.poll(isDisabled, soon).toBe(false);
  view.click("Send a test mail");
  await expect.poll(isDisabled, soon).toBe(true);
  sending.release({});
  await expect.poll(isDisabled, soon).toBe(false);
});

test.each([
  ["mail", () => h(MailboxesView, { signedIn, id: "m1" }), "Waiting for mail", ["#/refused"]],
  ["SMS messages", () => h(SmsView, { signedIn, id: "s1" }), "Waiting for SMS messages", []],
])("an inbox of %s says what it waits for, and whether the server answers", async (_kind, draw, words, links) => {
  const view = drawView(draw());
  const status = () => view.all(".live").map(({ textContent }) => textContent);
  await expect.poll(status, soon).toEqual([words]);
  expect(view.all("a.ghost").map((link) => link.getAttribute("href"))).toEqual(links);
  // Screen readers say only what is new in the list.
  const [messages] = view.all(".messages");
  expect(["aria-live", "aria-relevant"].map((name) => messages?.getAttribute(name))).toEqual(["polite", "additions"]);
  isConnected.set(false);
  await expect.poll(status, soon).toEqual(["The server does not answer"]);
});

test("an inbox whose stream ends with an error keeps its mails, says why, and loads again on request", async () => {
  const mail = { id: "e1", subject: "Hello", sender: "a@b.example", recipient: "box1@desk.example.com", snippet: "" };
  const full = { ...mail, received_at: "2026-01-01T12:00:00.000Z", body: "", links: [], codes: [] };
  server.respond("mail/recent", (request: Request) =>
    request.url.includes("after=") ? problem(403, "missing_scope") : { emails: [full], cursor: "c0" },
  );
  const view = drawView(h(MailboxesView, { signedIn, id: "m1" }));
  const alerts = () => view.all("[role=alert]").map(({ textContent }) => textContent);
  await expect.poll(alerts, soon).toEqual([expect.stringContaining("The server says missing_scope.")]);
  expect(view.all(".messages > *").length).toBe(1);
  const reads = server.requests.length;
  view.click("Try again");
  await expect.poll(() => server.requests.length, soon).toBeGreaterThan(reads + 1);
});

test("a long text that was opened stays open, and no other, when a mail arrives in front of it", async () => {
  const toMail = (id: string) => ({
    ...{ id, subject: id, sender: "a@b.example", recipient: "box1@desk.example.com", snippet: "" },
    ...{ received_at: "2026-01-01T12:00:00.000Z", body: `${id} `.repeat(400), links: [], codes: [] },
  });
  const arrival = held<object>();
  server.respond("mail/recent", (request: Request) => {
    const after = new URL(request.url).searchParams.get("after");
    if (after === "c0") return arrival.promise;
    return after === null ? { emails: [toMail("e1")], cursor: "c0" } : new Promise(() => {});
  });
  const view = drawView(h(MailboxesView, { signedIn, id: "m1" }));
  const isOpen = () =>
    view
      .all("article")
      .map((card) => [card.dataset.id, card.querySelector("[aria-label='Text of the message']") !== null]);
  await expect.poll(isOpen, soon).toEqual([["e1", false]]);
  view.click("Show all 1,200 characters");
  await expect.poll(isOpen, soon).toEqual([["e1", true]]);
  arrival.release({ emails: [toMail("e2")], cursor: "c1" });
  await expect.poll(isOpen, soon).toEqual([
    ["e2", false],
    ["e1", true],
  ]);
});

test("the dashboard has a banner as long as the server does not answer", async () => {
  session.set({ state: "signed-in", ...signedIn });
  const view = drawView(h(App, {}));
  const banners = () => view.all(".banner").length;
  await expect.poll(() => view.all("h1").length, soon).toBe(1);
  expect(banners()).toBe(0);
  isConnected.set(false);
  await expect.poll(banners, soon).toBe(1);
  isConnected.set(true);
  await expect.poll(banners, soon).toBe(0);
});
