import type { SMTPServerAddress } from "smtp-server";
import { expect, test } from "vitest";
import { parseOptions } from "../../src/options/options.ts";
import { createRecipientParser, toRecipientRules } from "../../src/smtp/recipient.ts";
import { createRecipientMailboxes } from "../../src/smtp/recipient-mailboxes.ts";
import type { SmtpOptions } from "../../src/smtp/smtp-options.ts";

const parse = createRecipientParser({
  mailDomain: "mail.test",
  reservedMailboxes: ["admin", "hostmaster", "postmaster"],
  reservedSubdomains: ["www", "smtp"],
  ownDomains: ["api.mail.test", "tunnel.mail.test"],
});
const mailbox = (name: string) => ({ type: "mailbox", name, mayCatchAll: true });
const alias = (name: string) => ({ type: "mailbox", name, mayCatchAll: false });
const foreign = { type: "foreign" };

test.each([
  ["ann@mail.test", mailbox("ann")],
  ["Ann+Tag+more@MAIL.test", mailbox("ann")],
  ['"ann"@mail.test', mailbox("ann")],
  ['"a@b"@mail.test', mailbox("a@b")],
  // The Kelvin sign is no `k`, as in the names of mailboxes.
  ["\u212Aate@mail.test", mailbox("\u212Aate")],
  ["ann@other.test", foreign],
  ["ann", foreign],
  ["ann@", foreign],
  ["Postmaster", { type: "postmaster" }],
  ["postmaster+x@mail.test", { type: "postmaster" }],
  ["postmaster@other.test", foreign],
  ["@mail.test", mailbox("")],
])("%s means %j", (address, recipient) => expect(parse(address)).toEqual(recipient));

test.each([
  ["shop@ann.mail.test", alias("ann")],
  ["Shop+more@Ann.MAIL.test", alias("ann")],
  ["shop@ann.smith.mail.test", alias("ann.smith")],
  ["admin@ann.mail.test", foreign],
  ["HostMaster+x@ann.mail.test", foreign],
  ["postmaster@ann.mail.test", foreign],
  ["shop@www.mail.test", foreign],
  ["shop@ann.www.mail.test", foreign],
  ["shop@a_b.mail.test", foreign],
  ["shop@-a.mail.test", foreign],
  ["shop@ann..mail.test", foreign],
  ["shop@.mail.test", foreign],
  ["@ann.mail.test", foreign],
  ["shop@api.mail.test", foreign],
  ["shop@ann.api.mail.test", foreign],
  ["shop@ann.tunnel.mail.test", foreign],
  // Only ends like a name of the API or the tunnels.
  ["shop@myapi.mail.test", alias("myapi")],
  ["shop@annmail.test", foreign],
  ["shop@ann.mail.test.evil.test", foreign],
])("in an alias without +, %s means %j", (address, recipient) => expect(parse(address)).toEqual(recipient));

test.each([
  ["ann@xn--bcher-kva.test", "bücher.test", mailbox("ann")],
  ["ann@BÜCHER.test", "xn--bcher-kva.test", mailbox("ann")],
  ["shop@ann.BÜCHER.test", "xn--bcher-kva.test", alias("ann")],
])("%s is for %s, however the domain is written", (address, mailDomain, recipient) =>
  expect(createRecipientParser({ mailDomain })(address)).toEqual(recipient),
);

const ofServer = createRecipientParser(
  toRecipientRules(
    parseOptions({
      mailDomain: "mail.test",
      tunnelDomain: "tunnel.mail.test",
      baseDomain: "vip.mail.test",
      reservedMailboxes: "admin",
      reservedSubdomains: "www",
    }),
    "https://api.mail.test:8443",
  ),
);

test.each([
  ["shop@ann.mail.test", alias("ann")],
  ["shop@api.mail.test", foreign],
  ["shop@tunnel.mail.test", foreign],
  ["shop@vip.mail.test", foreign],
  ["admin@ann.mail.test", foreign],
  ["shop@www.mail.test", foreign],
])("by the options of a server, %s means %j", (address, recipient) => expect(ofServer(address)).toEqual(recipient));

test("hosts of the API below an international mail domain are no aliases, however the options write it", () => {
  const options = parseOptions({ mailDomain: "xn--bcher-kva.test", tunnelDomain: "t.xn--bcher-kva.test" });
  const parseRecipient = createRecipientParser(toRecipientRules(options, "https://desk.bücher.test"));
  for (const host of ["t", "desk"]) expect(parseRecipient(`shop@${host}.bücher.test`)).toEqual(foreign);
  expect(parseRecipient("shop@ann.bücher.test")).toEqual(alias("ann"));
});

test("the lookup of a mailbox is told whether the catch-all mailbox may take the mail, and the log names the sender", async () => {
  const asked: unknown[] = [];
  const logged: string[] = [];
  const recipients = createRecipientMailboxes({
    domain: "mail.test",
    resolve: async (name: string, { mayCatchAll }: { mayCatchAll: boolean }) => asked.push([name, mayCatchAll]) && name,
    log: { info: (line: string) => void logged.push(line), warn() {} },
  } as unknown as SmtpOptions);
  const addresses = ["ann@mail.test", "postmaster", "shop@ann.mail.test"].map((address) => ({ address, args: false }));
  for (const address of addresses) await recipients.resolve(address as SMTPServerAddress, "203.0.113.9");
  expect(asked).toEqual([
    ["ann", true],
    ["ann", false],
  ]);
  expect(recipients.toDestinations(addresses as SMTPServerAddress[], "", 7)).toEqual([
    { id: "ann", recipient: "ann@mail.test" },
    { id: "ann", recipient: "shop@ann.mail.test" },
  ]);
  expect(logged).toEqual(["Mail to postmaster from <>, 7 bytes, not stored"]);
});
