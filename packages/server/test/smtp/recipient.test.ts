import { expect, test } from "vitest";
import { createRecipientParser } from "../../src/smtp/recipient.ts";

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
