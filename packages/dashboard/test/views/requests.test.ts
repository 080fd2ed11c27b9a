import { type ComponentChild, h } from "preact";
import { beforeEach, expect, test, vi } from "vitest";
import { session, signInWithCode } from "../../src/app/session.ts";
import { AccountView } from "../../src/views/account.tsx";
import { AuditView } from "../../src/views/audit/view.tsx";
import { AuthenticatorsView } from "../../src/views/authenticators.tsx";
import { KeysView } from "../../src/views/keys.tsx";
import { MailboxesView } from "../../src/views/mailboxes.tsx";
import { CompanionSetup } from "../../src/views/phone/companion-setup.tsx";
import { PhoneSetup } from "../../src/views/phone/phone-setup.tsx";
import { RejectedMailView } from "../../src/views/rejected-mail.tsx";
import { SmsView } from "../../src/views/sms.tsx";
import { TunnelsView } from "../../src/views/tunnels.tsx";
import { account, type Server, startServer, version } from "../page.ts";
import { agentKey, drawView, mailbox, signedInWith, smsToken, subdomain } from "../view.ts";

const signedIn = signedInWith(null);
signedIn.server = { ...signedIn.server, retention: { emails_per_mailbox: 10, days: 30 } };
const sms = { ...smsToken("5550100002", "5550100003"), id: "s2", token: "svcsms_2" };
const authenticator = (id: string) => ({ id, name: id, issuer: null, account: null, digits: 6, period: 30 });
const message = { id: "e7", sender: "Shop", recipient: "box2@desk.example.com", phone: "5550100002", snippet: "Hi" };
const arrived = { ...message, received_at: "2026-01-01T12:00:00.000Z" };

let server: Server;
beforeEach(() => {
  location.hash = "";
  vi.spyOn(window, "matchMedia").mockReturnValue({ matches: false } as MediaQueryList);
  server = startServer();
  server.respond("account", account());
  server.respond("server/version", version);
  server.respond("sign-in", { agent_token: { token: "svcagt_a" } });
  // The second of each list is used, so that an id or key of the first shows.
  server.respond("mailbox/list", { mailboxes: [mailbox(1), mailbox(2)], limit: null, used: 2 });
  server.respond("sms/list", { sms_tokens: [smsToken("5550100001"), sms], limit: null, used: 2 });
  server.respond("subdomain/list", {
    subdomains: [subdomain(), { ...subdomain(), id: "d2", name: "other", domain: "d2" }],
  });
  server.respond("agent-tokens/list", { agent_tokens: [agentKey(), { ...agentKey(), id: "k3", name: "third" }] });
  server.respond("authenticators/list", { authenticators: [authenticator("a1"), authenticator("a2")] });
  server.respond("subdomain/register", { subdomain: subdomain() });
  server.respond("subdomain/d2/renew-token", { subdomain: subdomain() });
  server.respond("authenticators/register", { authenticator: authenticator("a3") });
  server.respond("agent-tokens/create", { agent_token: { ...agentKey(), token: "svcagt_new" } });
  server.respond("mailbox/register", { mailbox: mailbox(3) });
  server.respond("sms/register", { sms_token: { ...smsToken(), id: "s3" } });
  // Without its text, so that it can be loaded.
  const pageOf = (name: string) => (request: Request) =>
    request.url.includes("after=") ? new Promise(() => {}) : { [name]: [arrived], cursor: "c0" };
  server.respond("mail/recent", pageOf("emails"));
  server.respond("sms/recent", pageOf("messages"));
  session.set({ state: "signed-in", ...signedIn });
});

type View = ReturnType<typeof drawView>;
/** The pages are drawn within a few milliseconds. */
const soon = { interval: 5 };

/** Clicks the last button of this name once it is there, also one in a part that must be opened. */
async function click(view: View, name: string) {
  const find = () => view.all<HTMLButtonElement>("button").findLast((button) => nameOf(button) === name);
  await expect
    .poll(() => {
      view.unfold();
      return find()?.disabled;
    }, soon)
    .toBe(false);
  find()?.click();
}
const nameOf = (button: HTMLElement) => button.getAttribute("aria-label") ?? button.textContent?.trim();

async function type(view: View, selector: string, text: string) {
  await expect.poll(() => view.all(selector).length, soon).toBeGreaterThan(0);
  view.type(selector, text);
}

/** Draws a view, and clicks these buttons in turn. A text with a colon is typed: `<selector>: <text>`. */
const acts =
  (draw: () => ComponentChild, ...steps: string[]) =>
  async () => {
    const view = drawView(draw());
    for (const step of steps) {
      const [, selector, text] = /^(.*input.*): (.*)$/.exec(step) ?? [];
      if (selector !== undefined && text !== undefined) await type(view, selector, text);
      else await click(view, step);
    }
  };

const mailboxes = () => h(MailboxesView, { signedIn, id: "m2" });
const smsInboxes = () => h(SmsView, { signedIn, id: "s2" });
const tunnels = () => h(TunnelsView, { signedIn });
const authenticators = () => h(AuthenticatorsView, { signedIn });
const keys = () => h(KeysView, { signedIn });
const phone = () => h(PhoneSetup, { record: sms, signedIn, newest: undefined });
const field = "dialog form input";
const passwordField = "dialog input[type=password]";

/** A request as the server got it. The key is that of the session unless the row says otherwise. */
interface Row {
  act: () => unknown;
  /** Method and path. */
  request: string;
  query?: Record<string, string>;
  body?: unknown;
  key?: string | null;
  /** What the view loads again after it. */
  reloads?: string[];
}

const ofTunnels = ["subdomain/list", "account"];
const ofAuthenticators = ["authenticators/list", "account"];

/**
 * What a person does, and the request of it, for each operation that the dashboard offers. A test of the surfaces holds that
 * each has a row.
 */
const rows: Record<string, Row> = {
  getServerVersion: { request: "GET server/version", act: () => signInWithCode("abc"), key: null },
  getAccount: { request: "GET account", act: acts(() => h(AccountView, { signedIn })) },
  signIn: { request: "POST sign-in", act: () => signInWithCode("abc"), key: null, body: { code: "abc" } },
  listMailboxes: { request: "GET mailbox/list", act: acts(mailboxes), query: { limit: "1000" } },
  checkMailbox: {
    request: "GET mailbox/check",
    act: acts(mailboxes, "New mailbox", `${field}: box3`),
    query: { name: "box3" },
    key: null,
  },
  registerMailbox: {
    request: "POST mailbox/register",
    reloads: ["account"],
    act: acts(mailboxes, "New mailbox", `${field}: box3`, "Register"),
    body: { name: "box3" },
  },
  rotateMailboxToken: { request: "POST mailbox/m2/token", act: acts(mailboxes, "Rotate key…", "Rotate the key") },
  clearMailbox: { request: "DELETE mailbox/m2/emails", act: acts(mailboxes, "Clear…", "Delete all its mails") },
  deleteMailbox: {
    request: "DELETE mailbox/m2",
    reloads: ["account"],
    act: acts(mailboxes, "Delete…", `${field}: box2`, "Delete the mailbox"),
  },
  sendTestMail: { request: "POST mailbox/m2/test", act: acts(mailboxes, "Send a test mail") },
  getRecentMail: { request: "GET mail/recent", act: acts(mailboxes), query: { n: "10", full: "true" }, key: "svcm_2" },
  getMail: { request: "GET mail/message/e7", act: acts(mailboxes, "Load the full text"), key: "svcm_2" },
  listRejectedMail: { request: "GET mailbox/rejected", act: acts(() => h(RejectedMailView, { signedIn })) },
  listSmsInboxes: { request: "GET sms/list", act: acts(smsInboxes), query: { limit: "1000" } },
  registerSmsInbox: {
    request: "POST sms/register",
    reloads: ["account"],
    act: acts(smsInboxes, "New SMS inbox"),
    body: {},
  },
  rotateSmsInboxKey: { request: "POST sms/s2/token", act: acts(smsInboxes, "Rotate key…", "Rotate the key") },
  deleteSmsInbox: {
    request: "DELETE sms/s2",
    reloads: ["account"],
    act: acts(smsInboxes, "Delete…", `${field}: 5550100002`, "Delete the inbox"),
  },
  getRecentSms: { request: "GET sms/recent", act: acts(smsInboxes), query: { n: "20", full: "true" }, key: "svcsms_2" },
  getSms: { request: "GET sms/message/e7", act: acts(smsInboxes, "Load the full text"), key: "svcsms_2" },
  getPhoneSetup: {
    request: "GET sms/s2/setup",
    act: acts(phone, "iPhone"),
    query: { phone: "5550100002", phone2: "5550100003" },
  },
  createPairing: {
    request: "POST sms/s2/pair",
    act: acts(() => h(CompanionSetup, { id: "s2", numbers: [], signedIn }), "Show a QR code"),
  },
  pushSms: {
    request: "POST sms/push",
    act: acts(phone, "Send a test without the phone"),
    key: "svcsms_2",
    body: {
      messages: [
        { phone: "5550100002", sender: "Frontdesk", body: expect.stringMatching(/^[1-9]\d{5} is your test code\.$/) },
      ],
    },
  },
  listSubdomains: { request: "GET subdomain/list", act: acts(tunnels), query: { limit: "1000" } },
  checkSubdomain: {
    request: "GET subdomain/check/demo3",
    act: acts(tunnels, "New subdomain", `${field}: demo3`),
    key: null,
  },
  registerSubdomain: {
    request: "POST subdomain/register",
    reloads: ofTunnels,
    act: acts(tunnels, "New subdomain", `${field}: demo3`, "Register"),
    body: { name: "demo3" },
  },
  renewSubdomainToken: {
    request: "POST subdomain/d2/renew-token",
    reloads: ["subdomain/list"],
    act: acts(tunnels, "Rotate token…", "Rotate the token"),
  },
  deleteSubdomain: {
    request: "DELETE subdomain/d2",
    reloads: ofTunnels,
    act: acts(tunnels, "Delete…", `${field}: other`, "Delete the subdomain"),
  },
  listAuthenticators: { request: "GET authenticators/list", act: acts(authenticators), query: { limit: "1000" } },
  registerAuthenticator: {
    request: "POST authenticators/register",
    reloads: ofAuthenticators,
    act: acts(authenticators, "New authenticator", `${field}:  shop `, `${passwordField}:  GEZD `, "Register"),
    body: { name: "shop", secret: "GEZD" },
  },
  getAuthenticatorCode: { request: "GET authenticators/a2/code", act: acts(authenticators, "Show code") },
  deleteAuthenticator: {
    request: "DELETE authenticators/a2",
    reloads: ofAuthenticators,
    act: acts(authenticators, "Delete…", `${field}: a2`, "Delete the authenticator"),
  },
  listAgentKeys: { request: "GET agent-tokens/list", act: acts(keys), query: { limit: "1000" } },
  createAgentKey: {
    request: "POST agent-tokens/create",
    reloads: ["agent-tokens/list"],
    act: acts(keys, "New key", `${field}:  bot `, "Create key"),
    body: { name: "bot", scopes: "mailbox:read,mailbox:create" },
  },
  deleteAgentKey: {
    request: "DELETE agent-tokens/k3",
    reloads: ["agent-tokens/list"],
    act: acts(keys, "Revoke third", "Revoke"),
  },
  listAuditEntries: { request: "GET audit", act: acts(() => h(AuditView, { signedIn })), query: { limit: "50" } },
};

test.each(Object.entries(rows))("%s is requested with what the person chose", async (_id, row) => {
  const { act, query = {}, key = "svcagt_a", body, reloads = [] } = row;
  const [method, path] = row.request.split(" ");
  await act();
  const sent = () => server.requests.map(({ signal: _, ...request }) => request);
  const expected = { method, path, query, key, body: body === undefined ? "" : expect.any(String) };
  await expect.poll(sent, soon).toContainEqual(expected);
  const request = server.requests.find((each) => each.path === path && each.method === method);
  if (body !== undefined) expect(JSON.parse(request?.body ?? "")).toEqual(body);
  const later = () => server.requests.slice(server.requests.indexOf(request!) + 1).map((each) => each.path);
  for (const loaded of reloads) await expect.poll(later, soon).toContain(loaded);
});
