import { createFinder } from "./finder.ts";
import { families } from "./words/families.ts";
import { roots } from "./words/roots.ts";

export type { CodeCandidate, CodeKind, FindOptions, LinkCandidate } from "./types.ts";

const finder = createFinder([roots, ...families]);

/** As of `@frontdesk/sdk/codes`, by the words of smaller languages too. */
export const extractCode = finder.extractCode;

/** As of `@frontdesk/sdk/codes`, by the words of smaller languages too. */
export const extractCodes = finder.extractCodes;

/** As of `@frontdesk/sdk/codes`, by the words of smaller languages too. */
export const extractLink = finder.extractLink;

/** As of `@frontdesk/sdk/codes`, by the words of smaller languages too. */
export const extractLinks = finder.extractLinks;
