import { readFile } from "node:fs/promises";
import type { DetachedWindowAPI } from "happy-dom";
import { h } from "preact";
import { beforeEach, describe, expect, onTestFinished, test, vi } from "vitest";
import { MailboxesView } from "../../src/views/mailboxes.tsx";
import { SmsView } from "../../src/views/sms.tsx";
import { held, problem, type Server, startServer } from "../page.ts";
import { drawView, mailbox, signedInWith, smsToken } from "../view.ts";

declare global {
  interface Window {
    happyDOM: DetachedWindowAPI;
  }
}

const shellStyles = "packages/dashboard/src/app/shell.css";
let server: Server;
beforeEach(() => {
  server = startServer();
  location.hash = "";
});

const mail = (number: number) => ({
  id: `mail${number}`,
  subject: `Mail ${number}`,
  sender: "a@b.example",
  recipient: "box1@desk.example.com",
  snippet: "",
  received_at: "2026-01-01T12:00:00.000Z",
  body: "",
  links: [],
  codes: [],
});

describe("the list beside an open mailbox", () => {
  /** Opens a mailbox with so many mails, which was listed with `listed`. `arrive` sends it another. */
  function openMailbox({ listed, stored }: { listed: number; stored: number }) {
    const arrival = held<object>();
    server.respond("mailbox/list", { mailboxes: [{ ...mailbox(), email_count: listed }], limit: null, used: 1 });
    server.respond("mail/recent", (request: Request) => {
      const after = new URL(request.url).searchParams.get("after");
      if (after === "c0") return arrival.promise;
      if (after !== null) return new Promise(() => {});
      return { emails: Array.from({ length: stored }, (_, at) => mail(stored - at)), cursor: "c0" };
    });
    const view = drawView(h(MailboxesView, { signedIn: signedInWith(null), id: "m1" }));
    return {
      row: () => view.all("li")[0]?.textContent,
      messages: () => view.all(".messages > *").length,
      arrive: () => arrival.release({ emails: [mail(stored + 1)], cursor: "c1" }),
    };
  }

  test.each([
    ["fewer", { listed: 8, stored: 3 }, "3 mails"],
    ["more", { listed: 2, stored: 3 }, "3 mails"],
    ["a single one", { listed: 2, stored: 1 }, "1 mail"],
    ["none", { listed: 2, stored: 0 }, "0 mails"],
  ])("counts the mails that there are, also when there are %s than were listed", async (_how, counts, shown) => {
    const { row } = openMailbox(counts);
    await expect.poll(row).toMatch(new RegExp(`\\D${shown}$`));
  });

  test("counts each mail that arrives, up to the ten that are kept", async () => {
    const { row, messages, arrive } = openMailbox({ listed: 9, stored: 9 });
    await expect.poll(messages).toBe(9);
    arrive();
    await expect.poll(row).toMatch(/\D10 mails$/);
  });

  test("counts ten mails when the eleventh has replaced the first", async () => {
    const { row, messages, arrive } = openMailbox({ listed: 10, stored: 10 });
    await expect.poll(messages).toBe(10);
    arrive();
    await expect.poll(() => document.body.textContent).toContain("Mail 11");
    expect(row()).toMatch(/\D10 mails$/);
  });
});

test("a mailbox that was deleted leaves the list, and its messages the page", async () => {
  const mailboxes = [mailbox(1), mailbox(2)];
  server.respond("mailbox/list", { mailboxes, limit: null, used: 2 });
  server.respond("mail/recent", () => new Promise(() => {}));
  server.respond("mailbox/m1", {});
  const view = drawView(h(MailboxesView, { signedIn: signedInWith(null), id: "m1" }));
  const names = () => view.all("li b").map(({ textContent }) => textContent);
  await expect.poll(names).toEqual(["box1", "box2"]);
  view.unfold();
  await expect.poll(() => view.button("Delete…")).toBeDefined();
  view.click("Delete…");
  await expect.poll(() => view.all("dialog form input").length).toBe(1);
  view.type("dialog form input", "box1");
  await expect.poll(() => view.button("Delete the mailbox")?.disabled).toBe(false);
  view.click("Delete the mailbox");
  await expect.poll(names).toEqual(["box2"]);
  expect([location.hash, view.all("dialog").length]).toEqual(["#/mailboxes", 0]);
});

test("the counts of an open SMS inbox are loaded again when a message arrives", async () => {
  const arrival = held<object>();
  const inbox = { ...smsToken("5550100001"), message_count: 20 };
  server.respond("sms/list", { sms_tokens: [inbox], limit: null, used: 1 });
  server.respond("sms/recent", (request: Request) => {
    const after = new URL(request.url).searchParams.get("after");
    if (after === "c0") return arrival.promise;
    return after === null ? { messages: [], cursor: "c0" } : new Promise(() => {});
  });
  const view = drawView(h(SmsView, { signedIn: signedInWith(null), id: "s1" }));
  const waits = () => server.requests.filter(({ query }) => query.after === "c0").length;
  await expect.poll(waits).toBe(1);
  expect(view.all("li")[0]?.textContent).toMatch(/\D20 messages$/);
  server.respond("sms/list", { sms_tokens: [{ ...inbox, message_count: 19 }], limit: null, used: 1 });
  const { subject: _, recipient: __, ...sms } = { ...mail(1), phone_id: "p1", phone: "5550100001" };
  arrival.release({ messages: [sms], cursor: "c1" });
  await expect.poll(() => view.all("li")[0]?.textContent).toMatch(/\D19 messages$/);
});

describe("the first mailbox of the list", () => {
  /** Draws the list of so many mailboxes in a window of one or two columns. */
  async function draw(count: number, { hasTwoColumns = true, id }: { hasTwoColumns?: boolean; id?: string } = {}) {
    vi.spyOn(window, "matchMedia").mockReturnValue({ matches: hasTwoColumns } as MediaQueryList);
    const mailboxes = Array.from({ length: count }, (_, at) => mailbox(at + 1));
    server.respond("mailbox/list", { mailboxes, limit: null, used: count });
    const view = drawView(h(MailboxesView, { signedIn: signedInWith(null), id }));
    await expect.poll(() => view.all("li").length).toBe(Math.min(count, 50));
  }

  test.each([1, 20])("is opened in place of the list if there are %i", async (count) => {
    // Else “Back” would lead to the list, and that here again at once.
    const replace = vi.spyOn(location, "replace");
    onTestFinished(() => replace.mockRestore());
    await draw(count);
    await expect.poll(() => location.hash).toBe("#/mailboxes/m1");
    expect(replace).toHaveBeenCalledExactlyOnceWith("#/mailboxes/m1");
  });

  test.each([
    ["the list is longer than 20", 21, {}],
    ["the details would hide the list", 2, { hasTwoColumns: false }],
    ["another is open", 2, { id: "m2" }],
  ])("is not opened if %s", async (_why, count, options) => {
    await draw(count, options);
    // The effect that opens it runs with the one that this awaits.
    await expect.poll(() => document.querySelectorAll("li").length).toBeGreaterThan(0);
    await new Promise((resolve) => requestAnimationFrame(() => setTimeout(resolve)));
    expect(location.hash).toBe("");
  });
});

test.each([
  [1024, ""],
  [1025, "#/mailboxes/m1"],
])(
  "in a window of %i pixels, where two columns begin at 1025, the address after the list is «%s»",
  async (width, place) => {
    vi.restoreAllMocks();
    window.happyDOM.setViewport({ width });
    onTestFinished(() => window.happyDOM.setViewport({ width: 1024 }));
    server.respond("mailbox/list", { mailboxes: [mailbox(1), mailbox(2)], limit: null, used: 2 });
    const view = drawView(h(MailboxesView, { signedIn: signedInWith(null), id: undefined }));
    await expect.poll(() => view.all("li").length).toBe(2);
    await new Promise((resolve) => requestAnimationFrame(() => setTimeout(resolve)));
    expect(location.hash).toBe(place);
  },
);

test.each([
  ["the list is shown, until a mailbox is selected", undefined, ["list"]],
  ["the selected mailbox is shown instead of the list", "m1", ["detail"]],
])("on a narrow screen %s", async (_what, id, shown) => {
  const styles = document.head.appendChild(document.createElement("style"));
  onTestFinished(() => styles.remove());
  styles.textContent = await readFile(shellStyles, "utf8");
  window.happyDOM.setViewport({ width: 480 });
  onTestFinished(() => window.happyDOM.setViewport({ width: 1024 }));
  server.respond("mailbox/list", { mailboxes: [mailbox(1), mailbox(2)], limit: null, used: 2 });
  const view = drawView(h(MailboxesView, { signedIn: signedInWith(null), id }));
  const columns = () => view.all(".split > section").filter((column) => getComputedStyle(column).display !== "none");
  await expect.poll(() => columns().map(({ classList }) => [...classList].at(-1))).toEqual(shown);
});

test("another mailbox that is opened shows neither the mails nor a question of the previous one", async () => {
  server.respond("mailbox/list", { mailboxes: [mailbox(1), mailbox(2)], limit: null, used: 2 });
  server.respond("mail/recent", ({ headers, url }: Request) => {
    const isFirst = headers.get("authorization") === "Bearer svcm_1" && !new URL(url).searchParams.has("after");
    return isFirst ? { emails: [mail(1)], cursor: "c0" } : new Promise(() => {});
  });
  const signedIn = signedInWith(null);
  const view = drawView(h(MailboxesView, { signedIn, id: "m1" }));
  await expect.poll(view.text).toContain("Mail 1");
  view.unfold();
  await expect.poll(() => view.button("Delete…")).toBeDefined();
  view.click("Delete…");
  await expect.poll(() => view.all("dialog").length).toBe(1);
  view.redraw(h(MailboxesView, { signedIn, id: "m2" }));
  await expect.poll(() => server.requests.some(({ key }) => key === "svcm_2")).toBe(true);
  expect(view.all("dialog").length).toBe(0);
  expect(view.text()).not.toContain("Mail 1");
});

test("a list that cannot be loaded says why, and no longer that it is loading", async () => {
  const response = held<Response>();
  server.respond("mailbox/list", () => response.promise);
  const view = drawView(h(MailboxesView, { signedIn: signedInWith(null), id: undefined }));
  expect(view.text()).toContain("Loading mailboxes");
  response.release(problem(400, "invalid_request"));
  await expect.poll(view.text).toContain("The server says invalid_request.");
  expect(view.text()).not.toContain("Loading mailboxes");
  expect(view.button("Try again")).toBeDefined();
});
