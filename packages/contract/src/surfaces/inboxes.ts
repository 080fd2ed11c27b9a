import { byHandle, byPhone, no, rarelyNeeded } from "./gaps.ts";
import type { Surfaces } from "./offer.ts";

/** Operations of mailboxes and SMS inboxes. */
export const inboxSurfaces = {
  registerMailbox: {
    sdk: ["mailboxes.register"],
    tool: ["mailbox_register"],
    command: ["mailbox register"],
    dashboard: ["Mailboxes"],
  },
  listMailboxes: {
    sdk: ["mailboxes.list"],
    tool: ["mailbox_list"],
    command: ["mailbox list"],
    dashboard: ["Mailboxes"],
  },
  listRejectedMail: {
    sdk: no("A wait that times out names the rejected recipients in its error."),
    tool: no("A wait that finds nothing names the rejected recipients."),
    command: no("A wait that times out names the rejected recipients."),
    dashboard: ["Rejected mail"],
  },
  listMailboxEmails: {
    sdk: ["mailboxes.recent"],
    tool: byHandle,
    command: byHandle,
    dashboard: no("The view reads with the mailbox's own key, by long poll."),
  },
  clearMailbox: {
    sdk: ["mailboxes.clear"],
    tool: ["mailbox_clear"],
    command: rarelyNeeded,
    dashboard: ["Mailboxes"],
  },
  sendTestMail: {
    sdk: ["mailboxes.sendTestMail"],
    tool: no("An agent waits for the mail of a site; a mail to itself proves nothing about that site."),
    command: no("Any mail program tests more: the way through DNS and port 25."),
    dashboard: ["Mailboxes"],
  },
  rotateMailboxToken: {
    sdk: ["mailboxes.rotate"],
    tool: ["mailbox_rotate"],
    command: rarelyNeeded,
    dashboard: ["Mailboxes"],
  },
  deleteMailbox: {
    sdk: ["mailboxes.delete"],
    tool: ["mailbox_delete"],
    command: ["mailbox delete"],
    dashboard: ["Mailboxes"],
  },
  getRecentMail: {
    sdk: ["Mailbox.recent", "Mailbox.waitForCode"],
    tool: ["mail_wait_code", "mail_list"],
    command: ["code", "mail"],
    dashboard: ["Mailboxes"],
  },
  getMail: { sdk: ["Mailbox.message"], tool: ["mail_read"], command: ["mail"], dashboard: ["Mailboxes"] },
  pushMail: {
    sdk: no("Mail services call it, with a recipe of a few lines; in a program it is one request of `client`."),
    tool: no("An agent that could write mail into mailboxes could forge codes."),
    command: no("curl sends a file in one line."),
    dashboard: no("It is for mail services."),
  },
  registerSmsInbox: {
    sdk: ["smsInboxes.register"],
    tool: ["sms_inbox_register"],
    command: ["sms register"],
    dashboard: ["SMS"],
  },
  listSmsInboxes: { sdk: ["smsInboxes.list"], tool: ["sms_inbox_list"], command: ["sms list"], dashboard: ["SMS"] },
  listSmsInboxMessages: {
    sdk: ["smsInboxes.recent"],
    tool: byHandle,
    command: byHandle,
    dashboard: no("The view reads with the inbox's own key, by long poll."),
  },
  rotateSmsInboxKey: {
    sdk: ["smsInboxes.rotate"],
    tool: ["sms_inbox_rotate"],
    command: rarelyNeeded,
    dashboard: ["SMS"],
  },
  getPhoneSetup: {
    sdk: ["smsInboxes.phoneSetup"],
    tool: no("The settings contain the key, which no result may show. A person sets up a phone."),
    command: ["phone setup"],
    dashboard: ["SMS"],
  },
  createPairing: {
    sdk: ["smsInboxes.createPairing"],
    tool: no("The link opens the inbox. A person shows it to a phone."),
    command: ["phone setup --app companion"],
    dashboard: ["SMS"],
  },
  deleteSmsInbox: {
    sdk: ["smsInboxes.delete"],
    tool: ["sms_inbox_delete"],
    command: ["sms delete"],
    dashboard: ["SMS"],
  },
  pair: { sdk: byPhone, tool: byPhone, command: byPhone, dashboard: byPhone },
  getRecentSms: {
    sdk: ["SmsInbox.recent", "SmsInbox.waitForCode"],
    tool: ["sms_wait_code", "sms_list"],
    command: ["sms code", "sms read"],
    dashboard: ["SMS"],
  },
  getSms: { sdk: ["SmsInbox.message"], tool: ["sms_read"], command: ["sms read"], dashboard: ["SMS"] },
  pushSms: {
    sdk: ["SmsInbox.push"],
    tool: no("An agent that could write SMS into inboxes could forge codes."),
    command: ["phone test"],
    dashboard: ["SMS"],
  },
  pushFromSmsGate: { sdk: byPhone, tool: byPhone, command: ["phone test --app smsgate"], dashboard: byPhone },
} satisfies Record<string, Surfaces>;
