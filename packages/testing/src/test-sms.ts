import { type Frontdesk, type OpenSmsInboxOptions, openSmsInbox, SmsInbox } from "@frontdesk/sdk";

/** An SMS as a phone receives it. */
export interface TestSms {
  /** Receiving number, or an SMS inbox for its first number. */
  to: string | SmsInbox;
  /** @default "SHOP" */
  from?: string;
  body: string;
}

/** Receiving number for an inbox that has none yet. */
const defaultNumber = "5550100100";

/** Creates the function that delivers SMS as a phone would push them. `toOptions` returns how to open an inbox by its key. */
export function createSmsDelivery(frontdesk: Frontdesk, toOptions: (token: string) => OpenSmsInboxOptions) {
  /** Pushes an SMS to an inbox or a number. A text that was pushed before gets a later time, so that it is stored again. */
  async function deliver({ to, from = "SHOP", body }: TestSms): Promise<void> {
    const { inbox, phone } = to instanceof SmsInbox ? await targetOfInbox(to) : await targetOfNumber(to);
    // The server ignores a repeated push (same text, same second), but a test that sends twice expects two messages.
    let receivedAt = Date.now();
    while ((await inbox.push({ phone, sender: from, body, received_at: receivedAt })).stored === 0) receivedAt += 1_000;
  }

  /** Returns the inbox with its first number, or a default if it has none yet: the first push adds the number to the inbox. */
  async function targetOfInbox(inbox: SmsInbox) {
    const { phones } = await inbox.recent({ count: 1 });
    return { inbox, phone: phones[0]?.phone ?? defaultNumber };
  }

  /** Returns the inbox that has the number, else the only inbox. @throws Error if there is none, or several without the number */
  async function targetOfNumber(phone: string) {
    const { sms_tokens } = await frontdesk.smsInboxes.list();
    // The last seven digits are the same with and without a country code.
    const lastDigits = phone.replace(/\D/g, "").slice(-7);
    const withNumber = sms_tokens.find(({ phones }) => phones.some((known) => known.phone.endsWith(lastDigits)));
    const onlyInbox = sms_tokens.length === 1 ? sms_tokens[0] : undefined;
    const record = withNumber ?? onlyInbox;
    if (record) return { inbox: openSmsInbox(toOptions(record.token)), phone };
    const hint =
      sms_tokens.length === 0
        ? "There is no SMS inbox. Register one: `smsInboxes.register()`."
        : `None of ${sms_tokens.length} SMS inboxes has this number. Attach it, \`smsInboxes.register({ phone })\`, or give the inbox as \`to\`.`;
    throw new Error(`No SMS can reach ${phone}. ${hint}`);
  }

  return { deliver };
}
