import { type ComponentChild, h } from "preact";
import { beforeEach, expect, test } from "vitest";
import { AuthenticatorsView } from "../../src/views/authenticators.tsx";
import { KeysView } from "../../src/views/keys.tsx";
import { MailboxesView } from "../../src/views/mailboxes.tsx";
import { SmsView } from "../../src/views/sms.tsx";
import { TunnelsView } from "../../src/views/tunnels.tsx";
import { drawView } from "../view.ts";
import { expectDrawn, soon, startFullServer } from "./drawn.ts";
import { reader, signedIn } from "./records.ts";

beforeEach(startFullServer);

const mailbox = () => h(MailboxesView, { signedIn, id: "m2" });
const keys = () => h(KeysView, { signedIn });
const numberless = () => h(SmsView, { signedIn, id: "s2" });

/** What is open after these clicks, and a text with which it is complete. A word with `=` is typed into the field of that kind. */
const opened: Record<string, [draw: () => ComponentChild, clicks: string[], text: string]> = {
  "new-mailbox": [mailbox, ["New mailbox"], "Random name"],
  "new-subdomain": [() => h(TunnelsView, { signedIn }), ["New subdomain"], "Random name"],
  "new-authenticator": [() => h(AuthenticatorsView, { signedIn }), ["New authenticator"], "otpauth://"],
  "new-key": [keys, ["New key"], "Name, to recognize it in the list"],
  "new-key-of-a-limited-one": [
    () =>
      h(KeysView, {
        signedIn: {
          ...reader,
          agent_token: {
            ...reader.agent_token,
            scopes: "token:read,token:write,sms:read",
            expiry: "2999-01-01T00:00:00.000Z",
          },
        },
      }),
    ["New key"],
    "Name, to recognize it in the list",
  ],
  "rotate-key": [mailbox, ["Rotate key…"], "Rotate"],
  "clear-mailbox": [mailbox, ["Clear…"], "Clear"],
  "delete-mailbox": [mailbox, ["Delete…"], "Delete"],
  "delete-sms-inbox": [numberless, ["Delete…"], "Delete"],
  "revoke-key": [keys, ["Revoke"], "Revoke ci?"],
  "delete-authenticator": [() => h(AuthenticatorsView, { signedIn }), ["Delete…"], "Delete"],
  "delete-subdomain": [() => h(TunnelsView, { signedIn }), ["Delete…"], "Delete"],
  "setup-of-an-iphone": [numberless, ["tel=5550123456", "iPhone"], "Automation  Message"],
  "setup-of-an-app": [numberless, ["tel=5550123456", "Another Android app"], "It contains the key."],
};

test.each(Object.entries(opened))("%s is drawn as in its file", async (name, [draw, clicks, text]) => {
  const view = drawView(draw());
  for (const click of clicks) {
    const [kind, typed] = click.split("=");
    await expect.poll(() => view.all(".skeleton").length, soon).toBe(0);
    view.unfold();
    if (typed !== undefined) {
      await expect.poll(() => view.all(`input[type=${kind}]`).length, soon).toBe(1);
      view.type(`input[type=${kind}]`, typed);
      continue;
    }
    await expect.poll(() => view.button(click)?.disabled, soon).toBe(false);
    view.click(click);
  }
  await expectDrawn(view, name, text);
});
