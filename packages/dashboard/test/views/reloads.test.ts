import { type ComponentChild, h } from "preact";
import { beforeEach, expect, onTestFinished, test, vi } from "vitest";
import { AuditView } from "../../src/views/audit/view.tsx";
import { AuthenticatorsView } from "../../src/views/authenticators.tsx";
import { KeysView } from "../../src/views/keys.tsx";
import { MailboxesView } from "../../src/views/mailboxes.tsx";
import { AppSetup } from "../../src/views/phone/app-setup.tsx";
import { RejectedMailView } from "../../src/views/rejected-mail.tsx";
import { SmsView } from "../../src/views/sms.tsx";
import { TunnelsView } from "../../src/views/tunnels.tsx";
import { problem, type Server, startServer } from "../page.ts";
import { drawView, signedInWith } from "../view.ts";

const signedIn = signedInWith(null);
const setup = { id: "s1", token: "svcsms_1", numbers: ["5550100001"], platform: "android" as const, signedIn };
let server: Server;
beforeEach(() => {
  server = startServer();
  server.respond("mailbox/list", { mailboxes: [], limit: null, used: 0 });
  server.respond("sms/list", { sms_tokens: [], limit: null, used: 0 });
  server.respond("subdomain/list", { subdomains: [] });
  server.respond("agent-tokens/list", { agent_tokens: [] });
  server.respond("authenticators/list", { authenticators: [] });
  server.respond("mailbox/rejected", { rejected: [] });
});

test.each<[string, () => ComponentChild, path: string, seconds: number[]]>([
  ["mailboxes", () => h(MailboxesView, { signedIn, id: undefined }), "mailbox/list", [60]],
  ["SMS inboxes", () => h(SmsView, { signedIn, id: undefined }), "sms/list", [60]],
  ["tunnels", () => h(TunnelsView, { signedIn }), "subdomain/list", [5]],
  ["rejected mail", () => h(RejectedMailView, { signedIn }), "mailbox/rejected", [10]],
  ["agent keys", () => h(KeysView, { signedIn }), "agent-tokens/list", []],
  ["authenticators", () => h(AuthenticatorsView, { signedIn }), "authenticators/list", []],
])("the list of %s is loaded again at its interval", async (_what, draw, path, seconds) => {
  const intervals = vi.spyOn(globalThis, "setInterval");
  onTestFinished(() => intervals.mockRestore());
  drawView(draw());
  const requests = () => server.requests.filter((request) => request.path === path).length;
  await expect.poll(requests).toBe(1);
  // Others are those of the test itself.
  const own = () => intervals.mock.calls.filter(([, delay = 0]) => delay >= 5_000);
  await expect.poll(() => own().map(([, delay = 0]) => delay / 1_000)).toEqual(seconds);
  for (const [refresh] of own()) (refresh as () => void)();
  await expect.poll(requests).toBe(1 + seconds.length);
});

test.each<[string, () => ComponentChild, paths: string[]]>([
  ["mailboxes", () => h(MailboxesView, { signedIn, id: undefined }), ["mailbox/list"]],
  ["SMS inboxes", () => h(SmsView, { signedIn, id: undefined }), ["sms/list"]],
  ["tunnels", () => h(TunnelsView, { signedIn }), ["subdomain/list"]],
  ["rejected mail", () => h(RejectedMailView, { signedIn }), ["mailbox/rejected"]],
  ["agent keys", () => h(KeysView, { signedIn }), ["agent-tokens/list"]],
  ["authenticators", () => h(AuthenticatorsView, { signedIn }), ["authenticators/list"]],
  ["the audit log", () => h(AuditView, { signedIn }), ["audit", "mailbox/list", "subdomain/list", "agent-tokens/list"]],
  ["a phone's settings", () => h(AppSetup, setup), ["sms/s1/setup"]],
])("the view of %s aborts its requests when it is left", async (_what, draw, paths) => {
  for (const path of paths) server.respond(path, () => new Promise(() => {}));
  const view = drawView(draw());
  const aborted = () => server.requests.flatMap(({ path, signal }) => (paths.includes(path) ? [signal.aborted] : []));
  await expect.poll(aborted).toEqual(paths.map(() => false));
  view.remove();
  await expect.poll(aborted).toEqual(paths.map(() => true));
});

/** Keeps the views from loading by themselves. Shorter intervals are those of the test itself. */
function stopIntervals(): void {
  const { setInterval: start } = globalThis;
  const intervals = vi.spyOn(globalThis, "setInterval");
  intervals.mockImplementation(((run: () => void, delay = 0) =>
    start(delay >= 5_000 ? () => {} : run, delay)) as never);
  onTestFinished(() => intervals.mockRestore());
}

test.each<[string, () => ComponentChild, path: string, response: object]>([
  ["mailboxes", () => h(MailboxesView, { signedIn, id: undefined }), "mailbox/list", { mailboxes: [] }],
  ["SMS inboxes", () => h(SmsView, { signedIn, id: undefined }), "sms/list", { sms_tokens: [] }],
  ["tunnels", () => h(TunnelsView, { signedIn }), "subdomain/list", { subdomains: [] }],
  ["rejected mail", () => h(RejectedMailView, { signedIn }), "mailbox/rejected", { rejected: [] }],
  ["agent keys", () => h(KeysView, { signedIn }), "agent-tokens/list", { agent_tokens: [] }],
  ["authenticators", () => h(AuthenticatorsView, { signedIn }), "authenticators/list", { authenticators: [] }],
  ["the audit log", () => h(AuditView, { signedIn }), "audit", { entries: [] }],
])("the view of %s is loaded again by “Try again” after an error", async (_what, draw, path, response) => {
  stopIntervals();
  server.respond(path, problem(400, "invalid_request"));
  const view = drawView(draw());
  await expect.poll(() => view.button("Try again")).toBeDefined();
  server.respond(path, response);
  view.click("Try again");
  await expect.poll(() => view.button("Try again")).toBeUndefined();
  expect(server.requests.filter((request) => request.path === path)).toHaveLength(2);
});

test.each<[string, () => ComponentChild, path: string]>([
  ["rejected mail", () => h(RejectedMailView, { signedIn }), "mailbox/rejected"],
  ["the audit log", () => h(AuditView, { signedIn }), "audit"],
])("the view of %s is loaded again by “Refresh”", async (_what, draw, path) => {
  stopIntervals();
  server.respond("audit", { entries: [] });
  const view = drawView(draw());
  const requests = () => server.requests.filter((request) => request.path === path).length;
  await expect.poll(requests).toBe(1);
  view.click("Refresh");
  await expect.poll(requests).toBe(2);
});
