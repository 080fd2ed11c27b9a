import { allFields, type Call, mailbox, response, smsToken } from "./account.ts";

const mailboxList = "GET /svc-api/mailbox/list?limit=1000";
const smsList = "GET /svc-api/sms/list?limit=1000";
// The key of a handle is a getter, so it must be named here.
const mailboxHandle = { id: "m1", name: "anna", address: "anna@desk.test", key: "svcm_1" };
const smsHandle = { id: "s1", key: "svcsms_1" };

/** The calls of mailboxes and SMS inboxes, each with arguments that are no default. */
export const inboxCalls: Record<string, Call> = {
  "mailboxes.register": {
    run: ({ mailboxes }, options) => mailboxes.register("anna", options),
    sends: [["POST /svc-api/mailbox/register", { name: "anna" }]],
    returns: mailboxHandle,
  },
  "mailboxes.list": {
    run: ({ mailboxes }, options) => mailboxes.list(options),
    sends: [mailboxList],
    returns: { mailboxes: [mailbox], limit: 6, used: 7 },
  },
  "mailboxes.open": {
    run: ({ mailboxes }, options) => mailboxes.open("anna", options),
    sends: [mailboxList],
    returns: mailboxHandle,
  },
  "mailboxes.openOrRegister": {
    run: ({ mailboxes }, options) => mailboxes.openOrRegister("other", options),
    sends: [mailboxList, ["POST /svc-api/mailbox/register", { name: "other" }]],
    returns: mailboxHandle,
  },
  "mailboxes.check": {
    run: ({ mailboxes }, options) => mailboxes.check("anna", options),
    sends: ["GET /svc-api/mailbox/check?name=anna"],
    returns: allFields,
  },
  "mailboxes.recent": {
    run: ({ mailboxes }, options) => mailboxes.recent("anna", { limit: 3, ...options }),
    sends: [mailboxList, "GET /svc-api/mailbox/m1/emails?limit=3"],
    returns: response.emails,
  },
  "mailboxes.sendTestMail": {
    run: ({ mailboxes }, options) => mailboxes.sendTestMail("anna@desk.test", options),
    sends: [mailboxList, "POST /svc-api/mailbox/m1/test"],
    returns: allFields,
  },
  "mailboxes.delete": {
    run: ({ mailboxes }, options) => mailboxes.delete("ANNA", options),
    sends: [mailboxList, "DELETE /svc-api/mailbox/m1"],
  },
  "mailboxes.clear": {
    run: ({ mailboxes, Mailbox }, options) => mailboxes.clear(Mailbox, options),
    sends: ["DELETE /svc-api/mailbox/m1/emails"],
  },
  "mailboxes.rotate": {
    run: ({ mailboxes }, options) => mailboxes.rotate("m1", options),
    sends: [mailboxList, "POST /svc-api/mailbox/m1/token"],
    returns: mailboxHandle,
  },
  "Mailbox.recent": {
    run: ({ Mailbox }, options) => Mailbox.recent({ count: 3, ...options }),
    sends: ["GET /svc-api/mail/recent?n=3"],
    returns: response.emails,
  },
  "Mailbox.message": {
    run: ({ Mailbox }, options) => Mailbox.message("e1", options),
    sends: ["GET /svc-api/mail/message/e1"],
    returns: response.email,
  },
  "smsInboxes.register": {
    run: ({ smsInboxes }, options) => smsInboxes.register({ phone: "5550100001", ...options }),
    sends: [["POST /svc-api/sms/register", { phone: "5550100001" }]],
    returns: smsHandle,
  },
  "smsInboxes.list": {
    run: ({ smsInboxes }, options) => smsInboxes.list(options),
    sends: [smsList],
    returns: { sms_tokens: [smsToken], limit: 6, used: 7 },
  },
  "smsInboxes.open": {
    run: ({ smsInboxes }, options) => smsInboxes.open("s1", options),
    sends: [smsList],
    returns: smsHandle,
  },
  "smsInboxes.check": {
    run: ({ smsInboxes }, options) => smsInboxes.check("5550100001", options),
    sends: ["GET /svc-api/sms/check?phone=5550100001"],
    returns: allFields,
  },
  "smsInboxes.recent": {
    run: ({ smsInboxes }, options) => smsInboxes.recent("s1", { limit: 3, phoneId: "p1", ...options }),
    sends: ["GET /svc-api/sms/s1/messages?limit=3&phone_id=p1"],
    returns: response.messages,
  },
  "smsInboxes.phoneSetup": {
    run: ({ smsInboxes }, options) => smsInboxes.phoneSetup("s1", ["5550100001", "5550100002"], options),
    sends: ["GET /svc-api/sms/s1/setup?phone=5550100001&phone2=5550100002"],
    returns: allFields,
  },
  "smsInboxes.createPairing": {
    run: ({ smsInboxes }, options) => smsInboxes.createPairing("s1", options),
    sends: ["POST /svc-api/sms/s1/pair"],
    returns: response.pairing,
  },
  "smsInboxes.delete": {
    run: ({ smsInboxes, SmsInbox }, options) => smsInboxes.delete(SmsInbox, options),
    sends: ["DELETE /svc-api/sms/s1"],
  },
  "smsInboxes.rotate": {
    run: ({ smsInboxes }, options) => smsInboxes.rotate("s1", options),
    sends: ["POST /svc-api/sms/s1/token"],
    returns: smsHandle,
  },
  "SmsInbox.recent": {
    run: ({ SmsInbox }, options) => SmsInbox.recent({ count: 3, ...options }),
    sends: ["GET /svc-api/sms/recent?n=3"],
    returns: { messages: response.messages, phones: response.phones, token_full: true },
  },
  "SmsInbox.message": {
    run: ({ SmsInbox }, options) => SmsInbox.message("t1", options),
    sends: ["GET /svc-api/sms/message/t1"],
    returns: response.message,
  },
  "SmsInbox.push": {
    run: ({ SmsInbox }, options) => SmsInbox.push({ phone: "5550100001", sender: "Shop", body: "Hi" }, options),
    sends: [["POST /svc-api/sms/push", { phone: "5550100001", sender: "Shop", body: "Hi" }]],
    returns: { stored: 4, duplicates: 5, phones: response.phones, token_full: true },
  },
};
