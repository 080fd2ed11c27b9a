import { mailboxName, subdomainName } from "@frontdesk/basics";
import * as v from "valibot";

const text = (pattern: RegExp, message: string, description: string) =>
  v.pipe(v.string("expected text"), v.regex(pattern, message), v.description(description));
/** Creates the schema of a whole number within a range, with one message for all that it rejects. */
function wholeNumber(min: number, max: number, description: string) {
  const message = `expected a whole number from ${min} to ${max}`;
  return v.pipe(
    v.number(message),
    v.integer(message),
    v.minValue(min, message),
    v.maxValue(max, message),
    v.description(description),
  );
}
const reference = (description: string) => text(/^[^\s/]{1,200}$/, "expected a name or id without spaces", description);

/** Parameters of all tools. A parameter has the same name and meaning in each. */
export const parameters = {
  mailbox: reference("Name, address or id"),
  smsInbox: reference("Id of the SMS inbox"),
  subdomain: reference("Name, domain or id of the subdomain"),
  authenticator: reference("Name or id of the authenticator"),
  keyId: reference("Id of the key from key_list"),
  messageId: reference("Id of the message, from a list or a wait"),
  mailboxName: text(
    mailboxName,
    "expected 1 to 64 of a-z 0-9 . _ - with a letter or digit at both ends",
    "Part before the @, 1 to 64 of a-z 0-9 . _ -; random if omitted",
  ),
  authenticatorName: text(
    mailboxName,
    "expected 1 to 64 of a-z 0-9 . _ - with a letter or digit at both ends",
    "1 to 64 of a-z 0-9 . _ -; random if omitted",
  ),
  otpauthUri: text(/^otpauth:\/\/\S{1,2000}$/, "expected an otpauth:// URI", "The otpauth://totp/ URI"),
  label: text(
    subdomainName,
    "expected a DNS label: 1 to 63 of a-z 0-9 -",
    "DNS label to reserve, 1 to 63 of a-z 0-9 -",
  ),
  keyName: text(
    /^[A-Za-z0-9][A-Za-z0-9 ._-]{0,63}$/,
    "expected up to 64 letters, digits, spaces . _ -",
    "What the key is for, up to 64 characters",
  ),
  scopes: text(
    /^[a-z]+:[a-z]+(?:,[a-z]+:[a-z]+)*$/,
    "expected scopes such as mailbox:read,mailbox:create",
    "Comma-separated, such as mailbox:read,mailbox:create",
  ),
  expiresInDays: wholeNumber(1, 365, "Days until the key expires; default 30"),
  newExpiry: wholeNumber(1, 365, "Days from now until the key expires"),
  phone: text(/^\d{7,15}$/, "expected 7 to 15 digits", "Phone number, digits only, no country code"),
  after: text(/^\S{1,1000}$/, "expected the cursor of an earlier result", "Cursor of an earlier result"),
  waitSeconds: wholeNumber(1, 55, "Seconds to wait; default 45"),
  from: text(/^[^\n]{1,120}$/, "expected up to 120 characters", "Only senders that contain this text"),
  authenticated: v.pipe(v.boolean("expected true or false"), v.description("Proven sender domain only")),
  limit: wholeNumber(1, 20, "At most this many, newest first; default 10"),
  part: wholeNumber(1, 1000, "Which part of a long text; default 1"),
  requestId: text(/^r\d+$/, "expected the id of a returned request, such as r3", "Reads this one again"),
  path: text(/^\/[^?#]*$/, "expected a path that begins with / and has no query", "Only exactly this path"),
  port: wholeNumber(1, 65_535, "Local port where the app listens"),
};
