import { type ComponentChild, h } from "preact";
import { beforeEach, expect, test } from "vitest";
import { pendingSignInCode } from "../../src/app/session.ts";
import { AuthenticatorsView } from "../../src/views/authenticators.tsx";
import { ConfirmSignIn } from "../../src/views/confirm-sign-in.tsx";
import { KeysView } from "../../src/views/keys.tsx";
import { MailboxesView } from "../../src/views/mailboxes.tsx";
import { SmsView } from "../../src/views/sms.tsx";
import { TunnelsView } from "../../src/views/tunnels.tsx";
import { held, type Server, startServer } from "../page.ts";
import { agentKey, drawView, mailbox, signedInWith, smsToken, subdomain } from "../view.ts";

const signedIn = signedInWith(null);
let server: Server;
beforeEach(() => {
  server = startServer();
  server.respond("mailbox/list", { mailboxes: [mailbox()], limit: null, used: 1 });
  server.respond("mail/recent", () => held().promise);
  server.respond("sms/list", { sms_tokens: [smsToken("5550100001")], limit: null, used: 1 });
  server.respond("sms/recent", () => held().promise);
  server.respond("subdomain/list", { subdomains: [subdomain()] });
  server.respond("agent-tokens/list", { agent_tokens: [agentKey()] });
  server.respond("authenticators/list", {
    authenticators: [{ id: "a1", name: "github", issuer: null, account: null }],
  });
});

const textsOf = (view: ReturnType<typeof drawView>, selector: string) =>
  view.all(selector).map(({ textContent }) => textContent);
/** What the dialog that is open says, and how its buttons look. */
const questionIn = (view: ReturnType<typeof drawView>) => ({
  title: textsOf(view, "dialog h2").join(),
  text: textsOf(view, "dialog form p").join(" "),
  asksFor: textsOf(view, "dialog form label").join(),
  buttons: view.all("dialog form button").map(({ textContent, className }) => `${textContent}: ${className}`),
});
const answers = (verb: string) => [`${verb}: button danger`, "Cancel: button"];

interface Row {
  draw: () => ComponentChild;
  /** The button that asks, and how it looks. */
  opens: [name: string, looks: string];
  asks: ReturnType<typeof questionIn>;
}
const mailboxes = () => h(MailboxesView, { signedIn, id: "m1" });
const sms = () => h(SmsView, { signedIn, id: "s1" });
const tunnels = () => h(TunnelsView, { signedIn });
const rows: Record<string, Row> = {
  "a new key for a mailbox": {
    draw: mailboxes,
    opens: ["Rotate key…", "button"],
    asks: {
      title: "Rotate the key of this mailbox?",
      text: "The old key stops working at once, in every program that uses it.",
      asksFor: "",
      buttons: answers("Rotate the key"),
    },
  },
  "the end of all mails of a mailbox": {
    draw: mailboxes,
    opens: ["Clear…", "button"],
    asks: {
      title: "Clear box1?",
      text: "The mailbox and its key stay valid, and pending waits continue.",
      asksFor: "",
      buttons: answers("Delete all its mails"),
    },
  },
  "the end of a mailbox": {
    draw: mailboxes,
    opens: ["Delete…", "button danger"],
    asks: {
      title: "Delete box1?",
      text: "Its mails are deleted too, and anyone on this server may register the name.",
      asksFor: "Type box1 to confirm",
      buttons: answers("Delete the mailbox"),
    },
  },
  "a new key for an SMS inbox": {
    draw: sms,
    opens: ["Rotate key…", "button"],
    asks: {
      title: "Rotate the key of this SMS inbox?",
      text: "The old key stops working at once. Set up the phone again, and give the new key to your programs.",
      asksFor: "",
      buttons: answers("Rotate the key"),
    },
  },
  "the end of an SMS inbox": {
    draw: sms,
    opens: ["Delete…", "button danger"],
    asks: {
      title: "Delete this SMS inbox?",
      text: "Its numbers and messages are deleted too. The server then rejects what the phone sends.",
      asksFor: "Type 5550100001 to confirm",
      buttons: answers("Delete the inbox"),
    },
  },
  "a new token for a subdomain": {
    draw: tunnels,
    opens: ["Rotate token…", "button"],
    asks: {
      title: "Rotate the token of demo.tunnel.example.com?",
      text: "The old token stops working at once, and tunnels opened with it are closed.",
      asksFor: "",
      buttons: answers("Rotate the token"),
    },
  },
  "the end of a subdomain": {
    draw: tunnels,
    opens: ["Delete…", "button danger"],
    asks: {
      title: "Delete demo.tunnel.example.com?",
      text: "Its tunnels are closed, and anyone on this server may register the name.",
      asksFor: "Type demo to confirm",
      buttons: answers("Delete the subdomain"),
    },
  },
  "the end of a key": {
    draw: () => h(KeysView, { signedIn }),
    opens: ["Revoke", "button"],
    asks: {
      title: "Revoke ci?",
      text: "The server rejects the next request of every program that uses it. Apps that you connected with it lose access too.",
      asksFor: "",
      buttons: answers("Revoke"),
    },
  },
  "the end of an authenticator": {
    draw: () => h(AuthenticatorsView, { signedIn }),
    opens: ["Delete…", "button danger"],
    asks: {
      title: "Delete github?",
      text: "Its secret is deleted. Without another copy of it, nobody can generate its codes again.",
      asksFor: "Type github to confirm",
      buttons: answers("Delete the authenticator"),
    },
  },
};

test.each(Object.entries(rows))(
  "the question about %s says what happens then",
  async (_what, { draw, opens, asks }) => {
    const view = drawView(draw());
    const [name, looks] = opens;
    await expect
      .poll(() => {
        view.unfold();
        return view.button(name)?.className;
      })
      .toBe(looks);
    view.click(name);
    await expect.poll(() => view.all("dialog").length).toBe(1);
    expect(questionIn(view)).toEqual(asks);
    // Screen readers call the dialog by its title.
    expect(view.all("dialog")[0]?.getAttribute("aria-labelledby")).toBe(view.all("dialog h2")[0]?.id);
  },
);

test("the question about the end of a connection says that the app has to ask again, also if the server has ended it", async () => {
  const connection = { host: "app.example", ended: false };
  const keys = [
    { ...agentKey(), connection },
    { ...agentKey(), id: "k3", name: "old", connection: { ...connection, ended: true } },
  ];
  server.respond("agent-tokens/list", { agent_tokens: keys });
  const view = drawView(h(KeysView, { signedIn }));
  await expect.poll(() => view.all("li button").length).toBe(2);
  for (const button of view.all("li button")) {
    button.click();
    await expect.poll(() => view.all("dialog").length).toBe(1);
    expect(questionIn(view).text).toBe("The app loses access at once, and has to ask you again.");
    view.click("Cancel");
    await expect.poll(() => view.all("dialog").length).toBe(0);
  }
});

test("the question about a sign-in link names the account and the key that it would replace", () => {
  pendingSignInCode.set("a-code");
  const view = drawView(h(ConfirmSignIn, { code: "a-code", signedIn }));
  expect(questionIn(view)).toEqual({
    title: "Sign in with this link?",
    text:
      "This tab is signed in to the account default with the key first. The link replaces that key with another one, possibly of " +
      "another account. Continue only if you requested the link: its account can see what you do afterwards.",
    asksFor: "",
    buttons: answers("Sign in with the link"),
  });
  pendingSignInCode.set(null);
});
