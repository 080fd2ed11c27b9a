import { phonesPerSmsInbox, type StoredPhone } from "../inbox/sms-message-store.ts";
import { Problem } from "../problem.ts";
import { generateId } from "../text/ids.ts";
import { isSamePhone } from "./phone.ts";

/** A token's numbers while a push is looked at: known ones are found, new ones attached while there is room. */
export interface Classifier {
  /** All numbers so far, in the order they were attached. */
  phones: StoredPhone[];
  /** Finds or attaches a normalised number. `where` names the message. @throws Problem `token_full` */
  classify(phone: string, where: string): StoredPhone;
}

/** The known numbers are not touched; the caller stores `phones`, or forgets them. */
export function createClassifier(known: readonly StoredPhone[]): Classifier {
  const phones = known.map((phone) => ({ ...phone }));
  return {
    phones,
    classify(phone, where) {
      const found = phones.find((entry) => isSamePhone(entry.phone, phone));
      if (found) return found;
      if (phones.length >= phonesPerSmsInbox)
        throw new Problem(
          "token_full",
          `\`${where}\`: this SMS token already has its two numbers and ${phone} is neither. Create another SMS token for it.`,
          { fields: { use_new_token: true, token_full: true } },
        );
      const attached = toStoredPhone(phone);
      phones.push(attached);
      return attached;
    },
  };
}

/** A number that is attached for the first time. */
export function toStoredPhone(phone: string): StoredPhone {
  return { id: generateId(), phone, last_received_at: null };
}
