import type { Scope } from "@frontdesk/sdk";
import { describe, expect, test } from "vitest";
import { findView, isCurrentLink, isViewAvailable, type ViewName } from "../../src/app/navigation.ts";
import { describeError, hasScope, ignoreNotFound } from "../../src/app/session.ts";
import { scopeSentences } from "../../src/connect/scope-sentences.ts";
import { formatCount } from "../../src/ui/numbers.ts";
import { describeVia } from "../../src/ui/via.ts";
import { describeTarget, readNames } from "../../src/views/audit/names.ts";
import { parsePhoneNumbers } from "../../src/views/phone/phone-numbers.ts";
import { grantableScopes } from "../../src/views/scope-groups.ts";
import { startServer } from "../page.ts";
import { agentKey, mailbox, signedInWith, subdomain } from "../view.ts";

test.each([
  ["smtp", "over SMTP"],
  ["http", "over HTTP"],
  ["program", "from the server's own program"],
  ["test", "as a test"],
  ["phone", "from a phone"],
  ["sendgrid", "via SendGrid's API"],
  ["ses", "via Amazon SES's API"],
  ["sns", "via Amazon SNS's API"],
  ["twilio", "via Twilio's API"],
  ["constructor", "via Constructor's API"],
])("a message by %s arrived %s", (via, words) => {
  expect(describeVia(via)).toBe(words);
});

test.each([
  [0, "0"],
  [999, "999"],
  [1_000, "1,000"],
  [1_234_567, "1,234,567"],
])("%i is written %s", (value, text) => {
  expect(formatCount(value)).toBe(text);
});

test.each([
  ["5550100", ["5550100"]],
  ["+1 (555) 010-0123, 555.010.0124", ["+1 (555) 010-0123", "555.010.0124"]],
  [" 5550100 , ", ["5550100"]],
  ["5550100,5550101,5550102", null],
  ["", null],
  [",", null],
  ["555010", null],
  ["1".repeat(25), ["1".repeat(25)]],
  ["1".repeat(26), null],
  ["5550100x", null],
  ["5550100, one", null],
])("the numbers %j are %j", (text, numbers) => {
  expect(parsePhoneNumbers(text)).toEqual(numbers);
});

describe("the scopes that a new key can get", () => {
  const scopesOf = (scopes: string | null, edition = "later") =>
    grantableScopes(signedInWith(scopes, { edition })).map(({ name, scopes }) => [name, ...scopes.map((s) => s.scope)]);
  const kind = (name: string, prefix: string) => [
    ...[name, `${prefix}:read`, `${prefix}:create`, `${prefix}:renew`, `${prefix}:delete`],
  ];

  test("are all for a key with full access", () => {
    expect(scopesOf(null)).toEqual([
      kind("Mailboxes", "mailbox"),
      kind("SMS", "sms"),
      kind("Tunnels", "subdomain"),
      ["Authenticators", "authenticator:read", "authenticator:create", "authenticator:delete"],
      ["Delivery", "mail:push", "sms:push"],
      ["Agent keys", "token:read", "token:write"],
      ["Audit log", "audit:read"],
    ]);
  });

  test("say what each permits", () => {
    const labels = grantableScopes(signedInWith(null)).map(({ name, scopes }) => [name, scopes.map((s) => s.label)]);
    const inboxes = ["read", "register", "rotate keys", "delete"];
    expect(labels).toEqual([
      ["Mailboxes", inboxes],
      ["SMS", inboxes],
      ["Tunnels", inboxes],
      ["Authenticators", ["read codes", "register", "delete"]],
      ["Delivery", ["mail over HTTP", "SMS through a provider's API"]],
      ["Agent keys", ["list", "create and revoke"]],
      ["Audit log", ["read"]],
    ]);
  });

  test("are those that the key has, and that the server's edition has", () => {
    expect(scopesOf("sms:read,token:read,audit:read")).toEqual([
      ["SMS", "sms:read"],
      ["Agent keys", "token:read"],
      ["Audit log", "audit:read"],
    ]);
    expect(scopesOf(null, "earlier").map(([name]) => name)).toEqual(["Mailboxes", "Tunnels", "Agent keys"]);
  });
});

test("what a connection may do is said of each of its scopes, by what it does and to what", () => {
  const verbs = {
    read: /^(read|see) /,
    create: /^register /,
    delete: /^delete /,
    renew: /^replace the (keys|tokens) of /,
  };
  const nouns = { mailbox: "mailboxes", sms: "SMS", subdomain: "subdomains", authenticator: "authenticators" };
  const expected = Object.keys(nouns).flatMap((kind) => Object.keys(verbs).map((action) => `${kind}:${action}`));
  // An authenticator's secret is the other side's, so it cannot be replaced.
  const scopes = expected.filter((scope) => scope !== "authenticator:renew");
  expect(Object.keys(scopeSentences).sort()).toEqual(scopes.sort());
  for (const scope of scopes) {
    const [kind = "", action = ""] = scope.split(":");
    const sentence = scopeSentences[scope as Scope];
    expect(sentence, scope).toMatch(verbs[action as keyof typeof verbs]);
    // A tunnel is what the account's subdomains are seen as.
    const noun = scope === "subdomain:read" ? "tunnels" : nouns[kind as keyof typeof nouns];
    expect(sentence, scope).toContain(noun);
  }
});

test("a key has a scope if its list names it exactly", () => {
  expect(hasScope(signedInWith("mailbox:read,sms:read"), "sms:read")).toBe(true);
  expect(hasScope(signedInWith("mailbox:read"), "sms:read")).toBe(false);
  expect(hasScope(signedInWith("mailbox:readonly" as Scope), "mailbox:read")).toBe(false);
});

test("a record that is gone counts as deleted, and no other error does", async () => {
  startServer();
  const { frontdesk } = signedInWith(null);
  const error = await frontdesk.mailboxes.delete("gone").catch((reason: unknown) => reason);
  expect(() => ignoreNotFound(error)).not.toThrow();
  expect(() => ignoreNotFound(new Error("other"))).toThrow("other");
  expect(describeError(new Error("why"))).toBe("why");
  expect(describeError("text")).toBe("Something went wrong.");
});

test.each<[ViewName, boolean]>([
  ["mailboxes", true],
  ["refused", true],
  ["sms", false],
  ["tunnels", true],
  ["authenticators", false],
  ["keys", true],
  ["audit", false],
  ["account", true],
])("a server of the earlier edition has the view %s: %s", (view, isAvailable) => {
  expect(isViewAvailable(view, signedInWith(null, { edition: "earlier" }))).toBe(isAvailable);
  expect(isViewAvailable(view, signedInWith(null))).toBe(true);
  expect(findView(view).view).toBe(view);
});

test("an unknown view is that of the mailboxes, to which rejected mail belongs", () => {
  expect(findView("constructor").view).toBe("mailboxes");
  expect(isCurrentLink("mailboxes", "refused")).toBe(true);
  expect(isCurrentLink("sms", "refused")).toBe(false);
  expect(isCurrentLink("sms", "sms")).toBe(true);
});

test.each([
  ["subdomain:d9", "tunnel d9"],
  ["mailbox:m9/a..b", "mailbox m9, several messages"],
  ["other:o9", "other o9"],
])("the target %s without a name is called %s", (target, words) => {
  expect(describeTarget(target, new Map())).toBe(words);
});

describe("the names of targets", () => {
  const namesFor = async (scopes: string) => {
    const server = startServer();
    server.respond("agent-tokens/list", { agent_tokens: [agentKey()], next: null });
    server.respond("mailbox/list", { mailboxes: [mailbox()], limit: null, used: 1, next: null });
    server.respond("subdomain/list", { subdomains: [subdomain()] });
    return [...(await readNames(signedInWith(scopes), new AbortController().signal))];
  };
  const own = ["k1", "key first (this one)"];

  test.each([
    ["token:read", ["k2", "key ci"]],
    ["mailbox:read", ["m1", "mailbox box1"]],
    ["subdomain:read", ["d1", "tunnel demo"]],
  ])("are read with %s", async (scope, name) => {
    expect(await namesFor(scope)).toEqual([own, name]);
  });

  test("that cannot be read are left out", async () => {
    startServer();
    expect([...(await readNames(signedInWith(null), new AbortController().signal))]).toEqual([own]);
  });
});
