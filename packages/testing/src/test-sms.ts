import { type Frontdesk, type OpenSmsInboxOptions, openSmsInbox, SmsInbox } from "@frontdesk/sdk";

/** An SMS as a phone receives it. */
export interface TestSms {
  /** Receiving number, or an SMS inbox for its first number. */
  to: string | SmsInbox;
  /** @default "SHOP" */
  from?: string;
  body: string;
}

/** Receiving number for an inbox that has none yet. The first push adds it to the inbox. */
const defaultNumber = "5550100100";

/** Creates the function that delivers SMS as a phone would push them. `toOptions` returns how to open an inbox by its key. */
export function createSmsDelivery(frontdesk: Frontdesk, toOptions: (token: string) => OpenSmsInboxOptions) {
  return { deliver };

  /**
   * Pushes an SMS to an inbox or a number. If no inbox has the number, the only inbox gets it; rejects if there are several or none.
   * `toOptions` adds to the key of that inbox what is needed to open it, such as the server's URL.
   */
  async function deliver({ to, from = "SHOP", body }: TestSms): Promise<void> {
    const isInbox = to instanceof SmsInbox;
    const inbox = isInbox ? to : openSmsInbox(toOptions(await findKeyByNumber(to)));
    const phone = isInbox ? await firstNumberOf(to) : to;
    await pushAsNew(inbox, { phone, sender: from, body });
  }

  /** Returns the key of the inbox that has the number, else of the only inbox. @throws Error if there is none, or several */
  async function findKeyByNumber(phone: string): Promise<string> {
    const { sms_tokens: inboxes } = await frontdesk.smsInboxes.list();
    // The last seven digits are the same with and without a country code.
    const lastDigits = phone.replace(/\D/g, "").slice(-7);
    const withNumber = inboxes.find(({ phones }) => phones.some((known) => known.phone.endsWith(lastDigits)));
    const onlyInbox = inboxes.length === 1 ? inboxes[0] : undefined;
    const match = withNumber ?? onlyInbox;
    if (match === undefined) throw new Error(`No SMS can reach ${phone}. ${toHint(inboxes.length)}`);
    return match.token;
  }
}

/** Returns the sentence that tells a test how to make an SMS arrive whose number no inbox has, with none or several inboxes. */
function toHint(inboxCount: number): string {
  return inboxCount === 0
    ? "There is no SMS inbox. Register one: `smsInboxes.register()`."
    : `None of ${inboxCount} SMS inboxes has this number. Attach it, \`smsInboxes.register({ phone })\`, or give the inbox as \`to\`.`;
}

/** Returns the first number of an inbox, or a default for an inbox without numbers, which this number joins with the first push. */
async function firstNumberOf(inbox: SmsInbox): Promise<string> {
  const { phones } = await inbox.recent({ count: 1 });
  return phones[0]?.phone ?? defaultNumber;
}

/**
 * Pushes an SMS with the time of now, or of the next second in which it is stored. The server ignores a repeated push (same text, same
 * second), but a test that sends twice expects two messages.
 */
async function pushAsNew(inbox: SmsInbox, sms: { phone: string; sender: string; body: string }): Promise<void> {
  for (let receivedAt = Date.now(); ; receivedAt += 1_000) {
    const { stored } = await inbox.push({ ...sms, received_at: receivedAt });
    if (stored > 0) return;
  }
}
