import { type Frontdesk, type OpenSmsInboxOptions, openSmsInbox, SmsInbox } from "@frontdesk/sdk";

/** A text message as a phone receives it. */
export interface TestSms {
  /** The number it is sent to, or the SMS inbox: then its first number. */
  to: string | SmsInbox;
  /** @default "SHOP" */
  from?: string;
  body: string;
}

/** The number of an inbox that has none yet. */
const someNumber = "5550100100";

/** Texts that are handed in as the phone would push them. */
export function createTexts(frontdesk: Frontdesk, toOptions: (token: string) => OpenSmsInboxOptions) {
  async function hand({ to, from = "SHOP", body }: TestSms): Promise<void> {
    const { inbox, phone } = to instanceof SmsInbox ? await ofInbox(to) : await ofNumber(to);
    // The same text in the same second is a phone that repeats itself; a test that sends it twice means two.
    for (let at = Date.now(), stored = 0; stored === 0; at += 1_000)
      ({ stored } = await inbox.push({ phone, sender: from, body, received_at: at }));
  }

  async function ofInbox(inbox: SmsInbox) {
    const { phones } = await inbox.recent({ count: 1 });
    return { inbox, phone: phones[0]?.phone ?? someNumber };
  }

  /** As a phone in the drawer: the inbox that knows the number, else the only one that there is. */
  async function ofNumber(phone: string) {
    const { sms_tokens } = await frontdesk.smsInboxes.list();
    const ending = phone.replace(/\D/g, "").slice(-7);
    const known = sms_tokens.find(({ phones }) => phones.some((one) => one.phone.endsWith(ending)));
    const record = known ?? (sms_tokens.length === 1 ? sms_tokens[0] : undefined);
    if (record) return { inbox: openSmsInbox(toOptions(record.token)), phone };
    const sentence =
      sms_tokens.length === 0
        ? "There is no SMS inbox. Make one: `smsInboxes.register()`."
        : `None of ${sms_tokens.length} SMS inboxes has this number. Attach it, \`smsInboxes.register({ phone })\`, or give the inbox as \`to\`.`;
    throw new Error(`No text can reach ${phone}. ${sentence}`);
  }

  return { hand };
}
