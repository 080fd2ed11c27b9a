import { h } from "preact";
import { beforeEach, describe, expect, test } from "vitest";
import { CreateButton } from "../../src/ui/create-button.tsx";
import { AuditView } from "../../src/views/audit/view.tsx";
import { KeysView } from "../../src/views/keys.tsx";
import { MailboxesView } from "../../src/views/mailboxes.tsx";
import { RejectedMailView } from "../../src/views/rejected-mail.tsx";
import { SmsView } from "../../src/views/sms.tsx";
import { TunnelsView } from "../../src/views/tunnels.tsx";
import { held, problem, type Server, startServer } from "../page.ts";
import { agentKey, drawView, mailbox, signedInWith, smsToken, subdomain } from "../view.ts";

let server: Server;
beforeEach(() => {
  server = startServer();
  server.respond("mailbox/list", { mailboxes: [mailbox()], limit: null, used: 1 });
  server.respond("mail/recent", (request: Request) =>
    request.url.includes("after=") ? held().promise : { emails: [], cursor: "000000001inboxtag" },
  );
  server.respond("sms/list", { sms_tokens: [smsToken("5550100001")], limit: null, used: 1 });
  server.respond("sms/recent", problem(401, "unauthenticated"));
  server.respond("subdomain/list", { subdomains: [subdomain()] });
  server.respond("agent-tokens/list", { agent_tokens: [agentKey()] });
});

/** The scopes that each view needs for reading and for each of its actions. */
const views = [
  {
    view: "mailboxes",
    draw: (scopes: string | null) => h(MailboxesView, { signedIn: signedInWith(scopes), id: "m1" }),
    reads: "mailbox:read",
    offers: {
      "mailbox:create": ["New mailbox"],
      "mailbox:renew": ["Rotate key…"],
      "mailbox:delete": ["Clear…", "Delete…"],
      "mailbox:read": ["Send a test mail"],
    },
  },
  {
    view: "SMS",
    draw: (scopes: string | null) => h(SmsView, { signedIn: signedInWith(scopes), id: "s1" }),
    reads: "sms:read",
    offers: { "sms:create": ["New SMS inbox"], "sms:renew": ["Rotate key…"], "sms:delete": ["Delete…"] },
  },
  {
    view: "tunnels",
    draw: (scopes: string | null) => h(TunnelsView, { signedIn: signedInWith(scopes) }),
    reads: "subdomain:read",
    offers: {
      "subdomain:create": ["New subdomain"],
      "subdomain:renew": ["Rotate token…"],
      "subdomain:delete": ["Delete…"],
    },
  },
  {
    view: "keys",
    draw: (scopes: string | null) => h(KeysView, { signedIn: signedInWith(scopes) }),
    reads: "token:read",
    offers: { "token:write": ["New key", "Revoke"] },
  },
];

const cases = views.flatMap(({ offers, ...view }) =>
  Object.keys(offers).map((scope) => ({ ...view, scope, offers: Object.entries(offers) })),
);

describe.each(cases)("$scope in the view of $view", ({ draw, reads, scope, offers }) => {
  const all = offers.flatMap(([, buttons]) => buttons).sort();
  const offeredBy = (scopes: readonly string[]) =>
    offers.flatMap(([each, buttons]) => (scopes.includes(each) ? buttons : [])).sort();

  async function shownTo(scopes: string | null, expected: readonly string[]) {
    const view = drawView(draw(scopes));
    await expect.poll(() => view.all("details, li.line, .facts, [role=alert]").length).toBeGreaterThan(0);
    await expect
      .poll(() => {
        view.unfold();
        return view
          .buttons()
          .filter((name) => all.includes(name))
          .sort();
      })
      .toEqual(expected);
    await new Promise((resolve) => setTimeout(resolve));
    expect(
      view
        .buttons()
        .filter((name) => all.includes(name))
        .sort(),
    ).toEqual(expected);
    view.remove();
  }

  test("offers what the key allows, and nothing else", async () => {
    const scopes = [...new Set([reads, scope])];
    await shownTo(scopes.join(), offeredBy(scopes));
  });

  test("is all that a key without it does not see", async () => {
    const scopes = [...new Set([reads, ...offers.map(([each]) => each)])].filter((each) => each !== scope);
    if (scope !== reads) await shownTo(scopes.join(), offeredBy(scopes));
    await shownTo(null, all);
  });
});

describe.each([
  ...views,
  {
    view: "rejected mail",
    draw: (scopes: string) => h(RejectedMailView, { signedIn: signedInWith(scopes) }),
    reads: "mailbox:read",
  },
  {
    view: "the audit log",
    draw: (scopes: string) => h(AuditView, { signedIn: signedInWith(scopes) }),
    reads: "audit:read",
  },
])("the view of $view", ({ draw, reads }) => {
  test("sends no request for a key that may not read, and names the scope", async () => {
    const others = views.flatMap((each) => [each.reads, ...Object.keys(each.offers)]).filter((each) => each !== reads);
    const view = drawView(draw(others.join()));
    await new Promise((resolve) => setTimeout(resolve));
    expect(view.text()).toContain(`It lacks the scope ${reads}`);
    expect(view.buttons()).toEqual([]);
    expect(server.requests).toEqual([]);
  });
});

describe.each([
  ["mailboxes", "mailbox/list", "mailboxes", MailboxesView, mailbox(), ["New mailbox", "Register the first one"]],
  ["SMS inboxes", "sms/list", "sms_tokens", SmsView, smsToken("5550100001"), ["New SMS inbox", "Set up a phone"]],
] as const)("an account with a limit of %s", (_what, path, list, View, record, makers) => {
  test.each([
    { limit: null, used: 0, isFull: false },
    { limit: null, used: 7, isFull: false },
    { limit: 3, used: 2, isFull: false },
    { limit: 3, used: 3, isFull: true },
    { limit: 3, used: 4, isFull: true },
    { limit: 0, used: 0, isFull: true },
  ])("$used of $limit in use: full is $isFull", async ({ limit, used, isFull }) => {
    server.respond(path, { [list]: used > 0 ? [record] : [], limit, used });
    const view = drawView(h(View, { signedIn: signedInWith(null), id: "unknown" }));
    const shown = used > 0 ? makers.slice(0, 1) : makers;
    await expect.poll(() => shown.map((name) => view.button(name)?.disabled)).toEqual(shown.map(() => isFull));
  });

  test("offers to create the first only to a key that may", async () => {
    server.respond(path, { [list]: [], limit: null, used: 0 });
    const reads = path === "mailbox/list" ? "mailbox:read" : "sms:read";
    const view = drawView(h(View, { signedIn: signedInWith(reads), id: undefined }));
    await expect.poll(() => view.text()).toMatch(/No mailbox yet|No phone yet/);
    expect(view.buttons().filter((name) => makers.some((maker) => maker === name))).toEqual([]);
  });
});

test.each([
  ["mailbox:read", true],
  ["mailbox:read,mailbox:delete", false],
])("a key with %s reads that deleting needs a scope: %s", async (scopes, saysSo) => {
  const view = drawView(h(MailboxesView, { signedIn: signedInWith(scopes), id: "m1" }));
  await expect
    .poll(() => {
      view.unfold();
      return view.all("dl").length;
    })
    .toBe(1);
  expect(view.text().includes("Deleting needs the scope mailbox:delete.")).toBe(saysSo);
});

test.each([
  [{ isFull: true }, "The account's limit is reached", true],
  [{ isBusy: true }, "", true],
  [{}, "", false],
])("a button that creates a record, with %j, has the title “%s” and is disabled: %s", (props, title, isDisabled) => {
  const parts = { signedIn: signedInWith(null), scope: "sms:create" as const, label: "New", action: "", onClick() {} };
  const [button] = drawView(h(CreateButton, { ...parts, ...props })).all<HTMLButtonElement>("button");
  expect([button?.title, button?.disabled]).toEqual([title, isDisabled]);
});

test("a key without the scope sees instead of the button what it may not do, and which scope that takes", () => {
  const parts = { signedIn: signedInWith("sms:read"), scope: "sms:create" as const, label: "New", onClick() {} };
  const view = drawView(h(CreateButton, { ...parts, action: "register SMS inboxes" }));
  expect(view.all(".badge").map(({ textContent, title }) => [textContent, title])).toEqual([
    ["This key may not register SMS inboxes", "It lacks the scope sms:create"],
  ]);
  expect(view.buttons()).toEqual([]);
});
