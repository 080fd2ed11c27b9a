// HTML
export { decodeEntities } from "./entities.ts";
// Links
export { findLinks, mergeLinks, type PlacedLink, type VisibleLink } from "./links.ts";
export { removeHidden } from "./remove-hidden.ts";
export { extractText, extractVisible, type VisibleText } from "./visible-text.ts";
