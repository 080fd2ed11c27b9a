import { createFinder } from "./finder.ts";
import { roots } from "./words/roots.ts";

export type { CodeCandidate, CodeKind, FindOptions, LinkCandidate } from "./types.ts";

const finder = createFinder([roots]);

/** The message's one-time code, or null when it holds none. A text that is null or undefined holds none. */
export const extractCode = finder.extractCode;

/** Everything in a message that may be a code, the best one-time code first. */
export const extractCodes = finder.extractCodes;

/** The message's verify, confirm, reset or sign-in link, or null when it holds none. */
export const extractLink = finder.extractLink;

/** The links of a message, that to follow first. */
export const extractLinks = finder.extractLinks;
