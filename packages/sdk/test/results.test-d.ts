import type { ErrorCode } from "@frontdesk/contract";
import { expectTypeOf } from "vitest";
import { type CodeCandidate, extractCode, extractCodes, type LinkCandidate } from "../../codes/src/index.ts";
import {
  type Code,
  createClient,
  createFrontdesk,
  type FrontdeskError,
  type Mail,
  openMailbox,
  openSmsInbox,
  type RegisteredMailbox,
  type Sms,
  type SmsInbox,
  type WaitTimeoutError,
} from "../src/index.ts";

const baseUrl = "http://localhost:8787";

// The ways in ask for what they need, and only that.
const frontdesk = createFrontdesk({ baseUrl, key: "svcagt_x" });
createFrontdesk();
// @ts-expect-error a misspelt option
createFrontdesk({ baseUrl, accesKey: "svcagt_x" });
expectTypeOf(frontdesk.mailboxes.register).parameter(0).toEqualTypeOf<string | undefined>();
expectTypeOf(frontdesk.mailboxes.register("x")).resolves.toEqualTypeOf<RegisteredMailbox>();
expectTypeOf<RegisteredMailbox["address"]>().toEqualTypeOf<string>();
expectTypeOf(frontdesk.smsInboxes.register()).resolves.toEqualTypeOf<SmsInbox>();

// What is waited for comes with its message.
const mailbox = openMailbox({ baseUrl, key: "svcm_x" });
const code = await mailbox.waitForCode({ from: /shop/, timeout: 5_000, pick: "first", minConfidence: 0.8 });
expectTypeOf(code.code).toEqualTypeOf<string>();
expectTypeOf(code.candidates).toEqualTypeOf<Code[]>();
expectTypeOf(code.message).toEqualTypeOf<Mail>();
const link = await mailbox.waitForLink();
expectTypeOf(link.link).toEqualTypeOf<string>();
expectTypeOf(link.candidates).toEqualTypeOf<LinkCandidate[]>();
// @ts-expect-error a link comes without a code
link.code;
expectTypeOf(mailbox.waitForMessage()).resolves.toEqualTypeOf<Mail>();
expectTypeOf(mailbox.expectCode(() => {})).resolves.toEqualTypeOf(code);
mailbox.waitForMessage({ match: (mail) => mail.subject.startsWith("Hello") });
// @ts-expect-error a mail has no number
mailbox.waitForCode({ phone: "5551234567" });
// @ts-expect-error neither of the two
mailbox.waitForCode({ pick: "oldest" });

const inbox = openSmsInbox({ baseUrl, key: "svcsms_x" });
expectTypeOf(inbox.waitForCode({ phone: "5551234567" }))
  .resolves.toHaveProperty("message")
  .toEqualTypeOf<Sms>();
inbox.expectCode(() => {}, { phone: "5551234567" });
inbox.waitForLink({ phone: "5551234567" });
// @ts-expect-error a text message has no address
inbox.waitForCode({ to: "a@b.test" });
// @ts-expect-error a text message has no subject
inbox.waitForMessage({ match: (sms) => sms.subject === "Hello" });

// Who asks for `null` instead of an error gets it, and no one else.
expectTypeOf(mailbox.waitForCode({ errorOnTimeout: false })).resolves.toEqualTypeOf<typeof code | null>();
expectTypeOf(mailbox.expectMessage(() => {}, { errorOnTimeout: false })).resolves.toEqualTypeOf<Mail | null>();
// Those that arrived in time.
expectTypeOf(mailbox.waitForMessages({ count: 2, errorOnTimeout: false })).resolves.toEqualTypeOf<Mail[]>();
expectTypeOf(mailbox.waitForMessages({ count: 2, to: "a@b.test" })).resolves.toEqualTypeOf<Mail[]>();
for await (const mail of mailbox.messages()) expectTypeOf(mail).toEqualTypeOf<Mail>();
// @ts-expect-error an alias has one address
mailbox.alias().waitForCode({ to: "a@b.test" });
// @ts-expect-error a misspelt option
mailbox.waitForCode({ timeOut: 1 });

// A tunnel's options are known without its package.
const subdomain = await frontdesk.subdomains.register("demo");
subdomain.openTunnel({ port: 3000, hostHeader: "local" });
// @ts-expect-error a misspelt option
subdomain.openTunnel({ port: 3000, hostheader: "local" });

// Errors say which of a few things it was.
expectTypeOf<WaitTimeoutError["reason"]>().toEqualTypeOf<"no_message" | "filtered_out" | "no_code">();
expectTypeOf<WaitTimeoutError["name"]>().toEqualTypeOf<"WaitTimeoutError">();
expectTypeOf<FrontdeskError["code"]>().toEqualTypeOf<ErrorCode | null>();
expectTypeOf<FrontdeskError["name"]>().toEqualTypeOf<"FrontdeskError">();
expectTypeOf<WaitTimeoutError | FrontdeskError>().toExtend<Error>();

// The low level answers data or error, by the paths of openapi.yaml.
const client = createClient({ baseUrl, key: "svcm_x" });
const { data, error } = await client.GET("/svc-api/mail/recent", { params: { query: { n: 3 } } });
if (data) expectTypeOf(data.emails[0]?.subject).toEqualTypeOf<string | undefined>();
if (error) expectTypeOf(error).toExtend<{ error: string }>();
// @ts-expect-error a path there is not
client.GET("/svc-api/mail/recents");
// @ts-expect-error a body's field of another type
client.POST("/svc-api/mailbox/register", { body: { name: 1 } });

// The finder.
expectTypeOf(extractCodes("", { format: "html", channel: "sms", subject: "", sender: "" })).toEqualTypeOf<
  CodeCandidate[]
>();
expectTypeOf(extractCode).returns.toEqualTypeOf<string | null>();
// @ts-expect-error no such format
extractCodes("", { format: "markdown" });
