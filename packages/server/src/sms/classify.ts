import { phonesPerSmsInbox, type StoredPhone } from "../inbox/sms-message-store.ts";
import { Problem } from "../problem.ts";
import { generateId } from "../text/ids.ts";
import { isSamePhone } from "./phone.ts";

/** Assigns the messages of a push to the numbers of an SMS inbox, and attaches new numbers up to the limit. */
export interface PhoneClassifier {
  /** All numbers, in the order in which they were attached. */
  phones: StoredPhone[];
  /** Finds or attaches a normalised number. `field` names the message in errors. @throws Problem `token_full` */
  classify(phone: string, field: string): StoredPhone;
}

/** Creates a classifier for one push, with a copy of the known numbers. The caller stores its `phones` if the push succeeds. */
export function createPhoneClassifier(known: readonly StoredPhone[]): PhoneClassifier {
  const phones = known.map((phone) => ({ ...phone }));
  return {
    phones,
    /**
     * Returns the number's record in the SMS inbox, which may have it with or without its area code. Attaches a new number: adds it to
     * `phones`, which the caller stores if the push succeeds.
     *
     * @throws Problem `token_full` if the inbox has two others
     */
    classify(phone, field) {
      const existing = phones.find((entry) => isSamePhone(entry.phone, phone));
      if (existing) return existing;
      if (phones.length >= phonesPerSmsInbox)
        throw new Problem(
          "token_full",
          `\`${field}\`: this SMS inbox already has its two numbers, and ${phone} is neither. Register another SMS inbox for it.`,
          // The contract has both fields: what the caller should do, and why.
          { fields: { use_new_token: true, token_full: true } },
        );
      const attached = toStoredPhone(phone);
      phones.push(attached);
      return attached;
    },
  };
}

/** Creates the record of a new number. */
export function toStoredPhone(phone: string): StoredPhone {
  return { id: generateId(), phone, last_received_at: null };
}
