import { type Address, addressParser, type Mailbox } from "postal-mime";
import { cleanWords } from "./encoded-words.ts";
import type { CharsetClues } from "./read-text.ts";

/** Longer From headers hold nothing a reader wants. */
const MAX_FROM = 4096;

/** The From header's first mailbox as `Name <a@b>`, else the envelope's sender. */
export function readSender(from: string | undefined, envelopeSender: string, clues: CharsetClues): string {
  if (from === undefined) return envelopeSender;
  const mailboxes = addressParser(cleanWords(from.slice(0, MAX_FROM), clues)).flatMap(toMailboxes);
  const index = mailboxes.findIndex(({ address }) => address !== "");
  if (index >= 0) {
    // A comma in a name that is not quoted cuts it in two: the address belongs to both halves.
    const names = mailboxes.slice(0, index + 1).map(({ name }) => tidy(name));
    return format(names.filter((name) => name !== "").join(", "), tidy(mailboxes[index]?.address ?? ""));
  }
  const name = tidy(mailboxes[0]?.name ?? "");
  // Local mail and UUCP know senders without an @.
  if (/^[^\s,;:<>"]+$/.test(name)) return format(commentOf(from), name);
  return envelopeSender || name;
}

function toMailboxes(address: Address): Mailbox[] {
  return address.group ?? [address];
}

function format(name: string, address: string): string {
  return name === "" || name === address ? address : `${name} <${address}>`;
}

function commentOf(from: string): string {
  return tidy(/\(([^()]*)\)\s*$/.exec(from)?.[1] ?? "");
}

function tidy(text: string): string {
  return text.replace(/[\s\p{Cc}]+/gu, " ").trim();
}
