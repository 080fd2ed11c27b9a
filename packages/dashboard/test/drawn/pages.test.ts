import { type ComponentChild, h } from "preact";
import { beforeEach, test, vi } from "vitest";
import { App } from "../../src/app/shell.tsx";
import { ConnectPage } from "../../src/connect/page.tsx";
import { AccountView } from "../../src/views/account.tsx";
import { AuditView } from "../../src/views/audit/view.tsx";
import { AuthenticatorsView } from "../../src/views/authenticators.tsx";
import { ConfirmSignIn } from "../../src/views/confirm-sign-in.tsx";
import { KeysView } from "../../src/views/keys.tsx";
import { MailboxesView } from "../../src/views/mailboxes.tsx";
import { RejectedMailView } from "../../src/views/rejected-mail.tsx";
import { SignIn } from "../../src/views/sign-in.tsx";
import { SmsView } from "../../src/views/sms.tsx";
import { TunnelsView } from "../../src/views/tunnels.tsx";
import { drawView } from "../view.ts";
import { expectDrawn, startFullServer } from "./drawn.ts";
import { reader, signedIn } from "./records.ts";

beforeEach(() => {
  vi.spyOn(location, "assign").mockImplementation(() => {});
  return startFullServer();
});

/** A page, and a text with which it is complete. */
const pages: Record<string, [draw: () => ComponentChild, text: string]> = {
  mailbox: [() => h(MailboxesView, { signedIn, id: "m1" }), "Second mail"],
  "mailbox-of-a-reader": [() => h(MailboxesView, { signedIn: reader, id: "m1" }), "Second mail"],
  "mailbox-without-mail": [() => h(MailboxesView, { signedIn, id: "m2" }), "Waiting for mail"],
  mailboxes: [() => h(MailboxesView, { signedIn, id: undefined }), "box2"],
  "sms-inbox": [() => h(SmsView, { signedIn, id: "s1" }), "Your SMS code"],
  "sms-inbox-with-one-number": [() => h(SmsView, { signedIn, id: "s3" }), "1 of 2 numbers"],
  "sms-inbox-without-number": [() => h(SmsView, { signedIn, id: "s2" }), "No number yet"],
  tunnels: [() => h(TunnelsView, { signedIn }), "demo.tunnel.example.com"],
  "tunnels-of-a-reader": [() => h(TunnelsView, { signedIn: reader }), "demo.tunnel.example.com"],
  authenticators: [() => h(AuthenticatorsView, { signedIn }), "github"],
  keys: [() => h(KeysView, { signedIn }), "ci"],
  "keys-of-a-reader": [() => h(KeysView, { signedIn: reader }), "ci"],
  "audit-log": [() => h(AuditView, { signedIn }), "192.0.2.1"],
  "rejected-mail": [() => h(RejectedMailView, { signedIn }), "ana@desk.example.com"],
  account: [() => h(AccountView, { signedIn }), "10 mails per mailbox"],
  "sign-in": [() => h(SignIn, { session: { state: "signed-out", reason: "The key was revoked." } }), "Sign in"],
  "server-away": [() => h(SignIn, { session: { state: "unreachable", retry: async () => {} } }), "Sign in"],
  consent: [() => h(ConnectPage, { requestId: "1.abc" }), "The app may"],
  dashboard: [() => h(App, {}), "2 of 11 mailboxes"],
  "sign-in-question": [() => h(ConfirmSignIn, { code: "a", signedIn }), "possibly of another account"],
};

test.each(Object.entries(pages))("the page %s is drawn as in its file", async (name, [draw, text]) => {
  await expectDrawn(drawView(draw()), name, text);
});
