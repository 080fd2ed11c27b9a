import { type Frontdesk, type OpenSmsInboxOptions, openSmsInbox, SmsInbox } from "@frontdesk/sdk";

/** An SMS as a phone receives it. */
export interface TestSms {
  /** Receiving number, or an SMS inbox for its first number. */
  to: string | SmsInbox;
  /** @default "SHOP" */
  from?: string;
  body: string;
}

/** Number for an inbox that has none yet. */
const defaultNumber = "5550100100";

/** Creates the function that delivers SMS as a phone would push them. */
export function createSmsDelivery(frontdesk: Frontdesk, toOptions: (token: string) => OpenSmsInboxOptions) {
  async function deliver({ to, from = "SHOP", body }: TestSms): Promise<void> {
    const { inbox, phone } = to instanceof SmsInbox ? await targetOfInbox(to) : await targetOfNumber(to);
    // The server ignores a repeated push (same text, same second). A test that sends twice wants two messages.
    for (let at = Date.now(), stored = 0; stored === 0; at += 1_000)
      ({ stored } = await inbox.push({ phone, sender: from, body, received_at: at }));
  }

  async function targetOfInbox(inbox: SmsInbox) {
    const { phones } = await inbox.recent({ count: 1 });
    return { inbox, phone: phones[0]?.phone ?? defaultNumber };
  }

  /** Returns the inbox that has the number, or the only inbox. @throws Error if there is none, or several without the number */
  async function targetOfNumber(phone: string) {
    const { sms_tokens } = await frontdesk.smsInboxes.list();
    const ending = phone.replace(/\D/g, "").slice(-7);
    const known = sms_tokens.find(({ phones }) => phones.some((one) => one.phone.endsWith(ending)));
    const record = known ?? (sms_tokens.length === 1 ? sms_tokens[0] : undefined);
    if (record) return { inbox: openSmsInbox(toOptions(record.token)), phone };
    const hint =
      sms_tokens.length === 0
        ? "There is no SMS inbox. Register one: `smsInboxes.register()`."
        : `None of ${sms_tokens.length} SMS inboxes has this number. Attach it, \`smsInboxes.register({ phone })\`, or give the inbox as \`to\`.`;
    throw new Error(`No SMS can reach ${phone}. ${hint}`);
  }

  return { deliver };
}
