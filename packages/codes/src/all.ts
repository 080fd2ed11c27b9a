import { createExtractor } from "./extractor.ts";
import { families } from "./words/families.ts";
import { roots } from "./words/roots.ts";

export type { CodeCandidate, CodeKind, FindOptions, LinkCandidate } from "./types.ts";

const extractor = createExtractor([roots, ...families]);

/** Like `extractCode` of `@frontdesk/sdk/codes`, with the words of all 112 languages. */
export const extractCode = extractor.extractCode;

/** Like `extractCodes` of `@frontdesk/sdk/codes`, with the words of all 112 languages. */
export const extractCodes = extractor.extractCodes;

/** Like `extractLink` of `@frontdesk/sdk/codes`, with the words of all 112 languages. */
export const extractLink = extractor.extractLink;

/** Like `extractLinks` of `@frontdesk/sdk/codes`, with the words of all 112 languages. */
export const extractLinks = extractor.extractLinks;
