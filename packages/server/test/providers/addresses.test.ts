import type { IncomingMessage } from "node:http";
import { describe, expect, test } from "vitest";
import { isEmailAddress, parseAddress, parseAddressList, parseAddressLists } from "../../src/providers/addresses.ts";
import { readAwsKeyId, readBasic, readBearer } from "../../src/providers/credentials.ts";
import { ProviderError } from "../../src/providers/provider-error.ts";
import { cameToProviderPort, findProviderByHost, routeToProvider } from "../../src/providers/provider-host.ts";
import { isPhoneNumber } from "../../src/providers/sms-sender.ts";

const malformed = (text: string) => new ProviderError("invalid", `not an address: ${text}`);
const tooMany = () => new ProviderError("invalid", "too many");
const domain = "@x.example";

describe("an email address", () => {
  test.each(["a@x.example", "a+b.c@mail.x.example", "a@localhost", `${"a".repeat(254 - domain.length)}${domain}`])(
    "may be %s",
    (text) => expect(isEmailAddress(text)).toBe(true),
  );

  test.each([
    "a@x",
    "a@x..example",
    "a@.example",
    "@x.example",
    "a b@x.example",
    "a@localhost.",
    "a,b@x.example",
    "a\n@x.example",
    `${"a".repeat(255 - domain.length)}${domain}`,
  ])("is not %j", (text) => expect(isEmailAddress(text)).toBe(false));

  test.each([
    ["Ann, of the shop <a@x.example>", "Ann, of the shop"],
    ['"Ann, B." <a@x.example> ', "Ann, B."],
    ["<a@x.example>", ""],
    [" a@x.example ", ""],
  ])("is read from %j with its name", (text, name) => {
    expect(parseAddress(text, malformed)).toEqual({ name, email: "a@x.example" });
  });
});

describe("a list of addresses", () => {
  test.each(["", "  "])("may be empty: %j", (list) => expect(parseAddressList(list, malformed)).toEqual([]));

  test.each(["a b@x.example", "a@x.example b", "a@x.example, nobody", "b@x.example c, <a@x.example>"])(
    "with %j is an error",
    (list) => {
      expect(() => parseAddressList(list, malformed)).toThrow("not an address");
    },
  );

  test.each([
    ["Ann <nobody>", "nobody"],
    ["a@x.example, Ann", "Ann"],
    ["<>", "<>"],
  ])("with %j is an error that names %j", (list, named) => {
    expect(() => parseAddressList(list, malformed)).toThrow(`not an address: ${named}`);
  });

  test("is read up to 16 KiB", () => {
    const list = (length: number) => `${"n".repeat(length - "<a@x.example>".length)}<a@x.example>`;
    expect(parseAddressList(list(16 * 1024), malformed)).toMatchObject([{ email: "a@x.example" }]);
    expect(() => parseAddressList(list(16 * 1024 + 1), malformed)).toThrow(
      "A list of addresses is longer than 16 KiB.",
    );
  });

  test.each([
    [["a@x.example,b@x.example"], 2],
    [["a@x.example", "b@x.example"], 2],
    [["a@x.example", "b@x.example,c@x.example"], null],
    [["a@x.example", "b@x.example", "c@x.example"], null],
    [["a@x.example", "", ""], null],
    [[`${"n".repeat(640 - " <a@x.example>".length)} <a@x.example>`], 1],
    [[`${"n".repeat(641 - " <a@x.example>".length)} <a@x.example>`], null],
  ])("with at most two recipients: %j", (lists, count) => {
    const parse = () => parseAddressLists(lists, 2, { malformed, tooMany });
    if (count === null) expect(parse).toThrow("too many");
    else expect(parse()).toHaveLength(count);
  });
});

test.each([
  ["+15550100001", true],
  ["+1555010", false],
  ["+15550100", true],
  ["+495555010", true],
  ["+49555501", false],
  ["+155501000010000", true],
  ["+1555010000100001", false],
  ["+05550100001", false],
  ["15550100001", false],
  ["+1 555 010 0001", false],
])("%s is a number in international form: %j", (text, isNumber) => expect(isPhoneNumber(text)).toBe(isNumber));

test.each([
  ["Bearer key", "key"],
  ["bearer   key", "key"],
  ["Bearer", null],
  ["Bearer two words", null],
  ["Basic key", null],
])("the bearer token of %j is %j", (authorization, token) => {
  expect(readBearer(new Headers({ authorization }))).toBe(token);
});

test("a password of basic authentication may have colons and letters beyond ASCII", () => {
  const encoded = Buffer.from("name:pass:wörd").toString("base64");
  for (const scheme of ["Basic", "basic"])
    expect(readBasic(new Headers({ authorization: `${scheme} ${encoded}` }))).toEqual({
      name: "name",
      password: "pass:wörd",
    });
  expect(readBasic(new Headers({ authorization: "Bearer x" }))).toBeNull();
  expect(readBasic(new Headers())).toBeNull();
});

test.each([
  ["AWS4-HMAC-SHA256 Credential=key/20260101/us-east-1/ses/aws4_request, SignedHeaders=host", "key"],
  [`AWS4-HMAC-SHA256 Credential=${"k".repeat(256)}/20260101`, "k".repeat(256)],
  [`AWS4-HMAC-SHA256 Credential=${"k".repeat(257)}/20260101`, null],
  ["AWS4-HMAC-SHA256 Credential=key", null],
  ["Bearer key", null],
])("the access key id of %j is %j", (authorization, id) => {
  expect(readAwsKeyId(new Headers({ authorization }))).toBe(id);
});

test.each([
  ["api.resend.com", "resend"],
  ["API.RESEND.COM:443", "resend"],
  ["api.sendgrid.com", "sendgrid"],
  ["api.eu.sendgrid.com", "sendgrid"],
  ["api.postmarkapp.com", "postmark"],
  ["api.mailgun.net", "mailgun"],
  ["api.eu.mailgun.net", "mailgun"],
  ["email.eu-west-1.amazonaws.com", "ses"],
  ["sns.us-east-1.amazonaws.com", "sns"],
  ["api.twilio.com", "twilio"],
  ["verify.twilio.com", "twilio"],
  ["api.dublin.ie1.twilio.com", "twilio"],
  ["rest.nexmo.com", "vonage"],
  ["api.nexmo.com", "vonage"],
  ["rest-eu1.nexmo.com", "vonage"],
  ["api-eu.vonage.com", "vonage"],
  ["rest.vonage.com", null],
  ["resend.com", null],
  ["s3.us-east-1.amazonaws.com", null],
  ["api.resend.com.evil.example", null],
])("the host %s is that of %j", (host, name) => expect(findProviderByHost(host)).toBe(name));

test.each([
  ["/emails?x=1", "api.resend.com", "/as/resend/emails?x=1"],
  ["/a/../emails", "api.resend.com:443", "/as/resend/emails"],
  ["http://api.resend.com/emails", "other.example", "/as/resend/emails"],
  ["/emails", "bank.example", null],
  ["emails", "api.resend.com", null],
])("a request for %s at %s is routed to %j", (url, host, routed) => {
  // Routing reads nothing else of a request.
  const request = { url, headers: { host } } as IncomingMessage;
  expect(cameToProviderPort(request)).toBe(false);
  expect([routeToProvider(request), request.url]).toEqual([routed !== null, routed ?? url]);
  expect(cameToProviderPort(request)).toBe(routed !== null);
});
