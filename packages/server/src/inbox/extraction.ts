import { extractCodes } from "@frontdesk/codes/all";
import type { Schemas } from "@frontdesk/contract";
import { findLinks, type VisibleLink } from "@frontdesk/visible";
import { LRUCache } from "lru-cache";

/** Links and codes extracted from a message. */
export interface LinksAndCodes {
  links: Schemas["Link"][];
  codes: Schemas["Code"][];
}

interface MailInput {
  id: string;
  subject: string;
  sender: string;
  body: string;
  /** Missing for mails stored by earlier versions. */
  links?: readonly VisibleLink[];
}

interface SmsInput {
  id: string;
  sender: string;
  body: string;
}

/** Extracts links and codes when a message is read, never when it arrives. Caches them by message id. */
export interface MessageExtractor {
  fromMail(mail: MailInput): LinksAndCodes;
  fromSms(sms: SmsInput): LinksAndCodes;
}

/** How much of a text is searched, in UTF-16 units, so that a long mail does not block the server. */
const maxSearchedLength = 65_536;
const maxCodes = 20;
const minConfidence = 0.5;
/** Size of the cache in characters. */
const maxCachedLength = 16_000_000;

/**
 * Creates an extractor with a cache of its own, because a message is often read several times. It searches only the beginning of
 * a long text, because the search blocks all other requests.
 */
export function createMessageExtractor(): MessageExtractor {
  const cache = new LRUCache<string, LinksAndCodes>({ maxSize: maxCachedLength, sizeCalculation: estimateLength });

  /** Returns the cached result for a message, or extracts and caches it. Never outdated: the text of an id does not change. */
  function withCache(id: string, extract: () => LinksAndCodes): LinksAndCodes {
    const cached = cache.get(id);
    if (cached) return cached;
    const extracted = extract();
    cache.set(id, extracted);
    return extracted;
  }

  return {
    /** Returns a mail's links and codes. Searches only the beginning of a long text, because that blocks all other requests. */
    fromMail: ({ id, subject, sender, body, links: storedLinks }) =>
      withCache(id, () => {
        const text = body.slice(0, maxSearchedLength);
        // Mails stored by earlier versions have no list of links.
        const links = storedLinks ?? findLinks(text);
        return { links: links.map(toLink), codes: codesIn(text, { channel: "email", subject, sender, links }) };
      }),

    /** Returns an SMS's links and codes. Searches only the beginning of a long text, because that blocks all other requests. */
    fromSms: ({ id, sender, body }) =>
      withCache(id, () => {
        const text = body.slice(0, maxSearchedLength);
        const links = findLinks(text);
        return { links: links.map(toLink), codes: codesIn(text, { channel: "sms", sender, links }) };
      }),
  };
}

/** Estimates the characters of a cached entry, with lump sums for the entry itself, each code, and the fields of each link. */
function estimateLength({ links, codes }: LinksAndCodes): number {
  return 200 + codes.length * 100 + links.reduce((sum, { url, text }) => sum + url.length + text.length + 50, 0);
}

/** Returns the codes found in a text, in the API's form: at most 20, the most useful first, without those of low confidence. */
function codesIn(text: string, options: Parameters<typeof extractCodes>[1]): Schemas["Code"][] {
  // Stored bodies are text: HTML was converted when the mail arrived.
  return extractCodes(text, { ...options, format: "text" })
    .filter(({ confidence }) => confidence >= minConfidence)
    .slice(0, maxCodes)
    .map(({ value, shown, kind, confidence }) => ({ value, shown, kind, confidence }));
}

/** Returns the fields that the contract has for a link. */
function toLink({ url, text }: VisibleLink): Schemas["Link"] {
  return { url, text };
}
