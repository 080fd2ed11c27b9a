import { describe, expect, test } from "vitest";
import { checkSpf } from "../../src/authentication/spf.ts";
import { judgeMail, resolverOf } from "./mails.ts";

/** The mail of RFC 8463, A.3, signed twice. */
const football = `DKIM-Signature: v=1; a=ed25519-sha256; c=relaxed/relaxed;
 d=football.example.com; i=@football.example.com;
 q=dns/txt; s=brisbane; t=1528637909; h=from : to :
 subject : date : message-id : from : subject : date;
 bh=2jUSOH9NhtVGCQWNr9BrIAPreKQjO6Sn7XIkfJVOzv8=;
 b=/gCrinpcQOoIfuHNQIbq4pgh9kyIK3AQUdt9OdqQehSwhEIug4D11Bus
 Fa3bT3FY5OsU7ZbnKELq+eXdp1Q1Dw==
DKIM-Signature: v=1; a=rsa-sha256; c=relaxed/relaxed;
 d=football.example.com; i=@football.example.com;
 q=dns/txt; s=test; t=1528637909; h=from : to : subject :
 date : message-id : from : subject : date;
 bh=2jUSOH9NhtVGCQWNr9BrIAPreKQjO6Sn7XIkfJVOzv8=;
 b=F45dVWDfMbQDGHJFlXUNB2HKfbCeLRyhDXgFpEL8GwpsRe0IeIixNTe3
 DhCVlUrSjV4BwcVcOF6+FF3Zo9Rpo1tFOeS9mPYQTnGdaSGsgeefOsk2Jz
 dA+L10TeYt9BgDfQNZtKdN1WO//KgIqXP7OdEFE4LjFYNcUxZQ4FADY+8=
From: Joe SixPack <joe@football.example.com>
To: Suzie Q <suzie@shopping.example.net>
Subject: Is dinner ready?
Date: Fri, 11 Jul 2003 21:00:37 -0700 (PDT)
Message-ID: <20030712040037.46341.5F8J@football.example.com>

Hi.

We lost the game.  Are you hungry yet?

Joe.
`.replaceAll("\n", "\r\n");

const keys = {
  ed25519: {
    "brisbane._domainkey.football.example.com TXT":
      "v=DKIM1; k=ed25519; p=11qYAYKxCrfVS/7TyWQHOg7hcvPapiMlrwIaaPcHURo=",
  },
  rsa: {
    "test._domainkey.football.example.com TXT":
      "v=DKIM1; k=rsa; p=MIGfMA0GCSqGSIb3DQEBAQUAA4GNADCBiQKBgQDkHlOQoBTzWRiGs5V6NpP3idY6Wk08a5qhdR6wy5bdOKb2jLQiY/J16JYi0Qvx/byYzCNb3W91y3FutACDfzwQ/BC/e/8uBsCR+yz1Lxj+PL6lHvqMKrM3rG4hstT5QjvHO9PzoxZyVYLzBfO2EeC3Ip3G+2kryOTIKT+l/K4w3QIDAQAB",
  },
};
const joe = { shownSender: "Joe SixPack <joe@football.example.com>", envelopeSender: "" };

describe("the mail of RFC 8463", () => {
  test.each(["ed25519", "rsa"] as const)("passes by its %s signature alone", async (kind) => {
    expect(await judgeMail(football, { ...joe, zone: keys[kind] })).toMatchObject({ verdict: "pass" });
  });

  test.each([
    ["body", "hungry", "thirsty"],
    ["subject", "dinner", "supper"],
    ["From", "joe@football.example.com>", "jim@football.example.com>"],
    ["date", "11 Jul 2003", "12 Jul 2003"],
  ])("fails once its %s is changed", async (_, original, changed) => {
    const zone = { ...keys.ed25519, ...keys.rsa };
    expect(await judgeMail(football.replace(original, changed), { ...joe, zone })).toMatchObject({ verdict: "fail" });
  });

  test("passes with white space as relays change it", async () => {
    const changed = football
      .replace("the game.  Are", "the  game. Are  ")
      .replace("Is dinner ready?", "Is dinner\r\n  ready?");
    expect(await judgeMail(changed, { ...joe, zone: keys.rsa })).toMatchObject({ verdict: "pass" });
  });
});

/** The zone of RFC 7208, appendix A. */
const zone = {
  "example.com A": ["192.0.2.10", "192.0.2.11"],
  "example.com MX": [] as string[],
  "amy.example.com A": "192.0.2.65",
  "mail-a.example.com A": "192.0.2.129",
};
const mx = [
  { exchange: "mail-a.example.com", priority: 10 },
  { exchange: "mail-b.example.com", priority: 20 },
];

// RFC 7208, A.1.
test.each([
  ["v=spf1 +all", "192.0.2.1", "pass"],
  ["v=spf1 a -all", "192.0.2.10", "pass"],
  ["v=spf1 a -all", "192.0.2.12", "fail"],
  ["v=spf1 a:example.org -all", "192.0.2.10", "fail"],
  ["v=spf1 mx -all", "192.0.2.129", "pass"],
  ["v=spf1 mx/30 mx:example.org/30 -all", "192.0.2.131", "pass"],
  ["v=spf1 ip4:192.0.2.128/28 -all", "192.0.2.65", "fail"],
  ["v=spf1 ip4:192.0.2.128/28 -all", "192.0.2.129", "pass"],
  ["v=spf1 ip6:2001:db8::/32 -all", "2001:db8::1", "pass"],
  // As an IPv6 socket names its clients: in IPv4, and by a link-local address with its zone.
  ["v=spf1 ip4:192.0.2.128/28 -all", "::ffff:192.0.2.129", "pass"],
  ["v=spf1 ip4:192.0.2.128/28 -all", "::FFFF:192.0.2.129", "pass"],
  ["v=spf1 ip6:fe80::/10 -all", "fe80::1%eth0", "pass"],
  ["v=spf1 ip4:192.0.2.1 ~all", "192.0.2.2", "fail"],
  ["v=spf1 ?all", "192.0.2.2", "absent"],
  ["v=spf2 +all", "192.0.2.2", "absent"],
  ["v=spf1 include:example.com -all", "192.0.2.2", "fail"],
])("checks %s for %s as RFC 7208 says: %s", async (record, clientIp, result) => {
  const { resolveDns } = resolverOf({ ...zone, "example.com TXT": record });
  const resolveWithMx = async (name: string, type: string) =>
    name === "example.com" && type === "MX" ? mx : resolveDns(name, type);
  const envelope = { clientIp, helo: "mail-a.example.com", sender: "strong-bad@example.com" };
  expect(await checkSpf(envelope, { resolveDns: resolveWithMx, receiver: "desk.example" })).toEqual({
    domain: "example.com",
    result,
    until: 0,
  });
});

test.each(["", "ann", `${"x".repeat(65)}@example.com`, "ann@exa mple.com"])(
  "the sender %j has no SPF, and no name server is asked",
  async (sender) => {
    const { resolveDns, lookups } = resolverOf({ "example.com TXT": "v=spf1 +all" });
    const envelope = { clientIp: "192.0.2.1", helo: "", sender };
    const domain = sender.endsWith("@example.com") ? "example.com" : "";
    expect(await checkSpf(envelope, { resolveDns, receiver: "desk.example" })).toEqual({
      domain,
      result: "absent",
      until: 0,
    });
    expect(lookups).toEqual([]);
  },
);

test("a record that asks for the name in EHLO gets it in lower case, as ASCII", async () => {
  const { resolveDns, lookups } = resolverOf({ "example.com TXT": "v=spf1 exists:%{h}.example.net -all" });
  const envelope = { clientIp: "192.0.2.1", helo: "MX.Bücher.Example.", sender: "a@example.com" };
  await checkSpf(envelope, { resolveDns, receiver: "desk.example" });
  expect(lookups).toContain("mx.xn--bcher-kva.example.example.net A");
});

test("a name in EHLO is as long as a domain may be before it gets into a lookup", async () => {
  const { resolveDns, lookups } = resolverOf({ "example.com TXT": "v=spf1 exists:%{h}.example.net -all" });
  const envelope = { clientIp: "192.0.2.1", helo: "h".repeat(5_000), sender: "a@example.com" };
  await checkSpf(envelope, { resolveDns, receiver: "desk.example" });
  expect(lookups[0]).toBe("example.com TXT");
  expect(Math.max(...lookups.map((lookup) => lookup.length))).toBeLessThan(300);
});
