// HTML

// Links
export { findLinks, mergeLinks, type PlacedLink, type VisibleLink } from "./links.ts";
export { type ReadHtmlOptions, readHtml, type VisibleText } from "./read-html.ts";
