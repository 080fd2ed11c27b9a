import { extractCodes } from "@frontdesk/codes/all";
import type { Schemas } from "@frontdesk/contract";
import { type Link, linksInText } from "@frontdesk/visible";
import { LRUCache } from "lru-cache";

/** What a message holds beside its text. */
export interface LinksAndCodes {
  links: Schemas["Link"][];
  codes: Schemas["Code"][];
}

interface Mail {
  id: string;
  subject: string;
  sender: string;
  body: string;
  /** Mails that were stored by earlier versions have none. */
  links?: readonly Link[];
}

interface Text {
  id: string;
  sender: string;
  body: string;
}

/** The links and codes of messages. They are sought when a message is read, never when it arrives, and remembered by its id. */
export interface Extractor {
  fromMail(mail: Mail): LinksAndCodes;
  fromSms(text: Text): LinksAndCodes;
}

/** How much of a text is searched, in UTF-16 units. */
const maxSearchedLength = 65_536;
const maxCodes = 20;
/** Characters of the messages' findings that are remembered. */
const maxCachedLength = 16_000_000;

export function createExtractor(): Extractor {
  const cache = new LRUCache<string, LinksAndCodes>({
    maxSize: maxCachedLength,
    sizeCalculation: ({ links, codes }) =>
      200 + codes.length * 100 + links.reduce((sum, { url, text }) => sum + url.length + text.length + 50, 0),
  });

  function remember(id: string, seek: () => LinksAndCodes): LinksAndCodes {
    const known = cache.get(id);
    if (known) return known;
    const found = seek();
    cache.set(id, found);
    return found;
  }

  return {
    fromMail: ({ id, subject, sender, body, links }) =>
      remember(id, () => {
        const text = body.slice(0, maxSearchedLength);
        const known = links ?? linksInText(text);
        return { links: known.map(toLink), codes: codesIn(text, { channel: "email", subject, sender, links: known }) };
      }),

    fromSms: ({ id, sender, body }) =>
      remember(id, () => {
        const text = body.slice(0, maxSearchedLength);
        const links = linksInText(text);
        return { links: links.map(toLink), codes: codesIn(text, { channel: "sms", sender, links }) };
      }),
  };
}

function codesIn(text: string, options: Parameters<typeof extractCodes>[1]): Schemas["Code"][] {
  return extractCodes(text, { ...options, format: "text" })
    .filter(({ confidence }) => confidence >= 0.5)
    .slice(0, maxCodes)
    .map(({ value, shown, kind, confidence }) => ({ value, shown, kind, confidence }));
}

function toLink({ url, text }: Link): Schemas["Link"] {
  return { url, text };
}
