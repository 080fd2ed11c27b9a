import { createExtractor } from "./extractor.ts";
import { roots } from "./words/roots.ts";

export type { CodeCandidate, CodeKind, FindOptions, LinkCandidate } from "./types.ts";

const extractor = createExtractor([roots]);

/** Returns the message's one-time code, or null if there is none. A text that is null or undefined has none. */
export const extractCode = extractor.extractCode;

/** Returns everything in a message that may be a code, the best one-time code first. */
export const extractCodes = extractor.extractCodes;

/** Returns the message's verify, confirm, reset or sign-in link, or null if there is none. */
export const extractLink = extractor.extractLink;

/** Returns the links of a message, the one to follow first. */
export const extractLinks = extractor.extractLinks;
