// HTML
export { decodeEntities } from "./entities.ts";
// Links
export { type Link, linksInText, mergeLinks, type PlacedLink } from "./links.ts";
export { type HtmlReading, readHtml, readVisible } from "./read-html.ts";
export { withoutHidden } from "./without-hidden.ts";
