import { findLinks, readHtml, type VisibleLink } from "@frontdesk/visible";
import { decodeText } from "../charsets/decode-text.ts";
import { isMarkupType } from "../header/header-block.ts";
import { type MailPart, walkParts } from "../mime/mime-part.ts";
import { decodeTransfer } from "../mime/transfer-encoding.ts";
import { enrichedToText, richToText } from "./enriched-text.ts";
import { dropInlineFiles, normalizeLineEnds, unflow } from "./plain-text.ts";

/**
 * Decodes the body of a part without children. Joins flowed lines of plain text and drops files embedded in it. `hint`: the charset
 * of text that names none.
 */
export function decodeLeaf(part: MailPart, hint: string | undefined): string {
  const { type, parameters, encoding } = part.content;
  const bytes = decodeTransfer(part.body, encoding);
  const label = parameters.get("charset");
  if (type === "text/html") return decodeText(bytes, { label: label ?? metaCharset(bytes), hint });
  const text = normalizeLineEnds(decodeText(bytes, { label, hint }));
  // Flowed lines and embedded files exist in plain text only.
  if (isMarkupType(type)) return text;
  const isFlowed = parameters.get("format")?.toLowerCase() === "flowed";
  const deletesSpace = parameters.get("delsp")?.toLowerCase() === "yes";
  return dropInlineFiles(isFlowed ? unflow(text, { deletesSpace }) : text);
}

/** Returns what a person sees of a decoded body, and its links. In HTML, the URL of each link follows its words. */
export function readLeaf(type: string, decoded: string): { text: string; links: VisibleLink[] } {
  if (type === "text/html") return readHtml(decoded, { showsTargets: true });
  const convertToPlain = { "text/enriched": enrichedToText, "text/richtext": richToText }[type];
  const text = convertToPlain ? convertToPlain(decoded) : decoded;
  return { text, links: findLinks(text) };
}

/** Encoded bytes of a page to search for a charset. */
const CHARSET_SEARCH_BYTES = 16 * 1024;

/** HTML parts to search for a charset; further ones rarely name another. */
const MAX_PAGES_SEARCHED = 10;

/** Returns the charset to assume for unlabelled text: the first that a part's header or an HTML `<meta>` names. */
export function suggestedCharset(root: MailPart): string | undefined {
  let searchedPages = 0;
  for (const { content, body } of walkParts(root)) {
    const { type, parameters, encoding } = content;
    const headerCharset = parameters.get("charset");
    if (headerCharset !== undefined) return headerCharset;
    // A hostile mail can have thousands of HTML parts. Those after the first ones rarely name another charset.
    if (type === "text/html" && searchedPages < MAX_PAGES_SEARCHED) {
      searchedPages += 1;
      const pageCharset = metaCharset(decodeTransfer(body.subarray(0, CHARSET_SEARCH_BYTES), encoding));
      if (pageCharset !== undefined) return pageCharset;
    }
  }
  return undefined;
}

/** Decoded bytes of a page to search for a `<meta>`. Browsers read 1,024, but mailers put style sheets before it. */
const META_SEARCH_BYTES = 4 * 1024;
/** Attributes before the charset and characters of its name are few; the bounds keep the search linear. */
const META_CHARSET = /<meta\b[^>]{0,200}?charset\s*=\s*["']?([\w.:-]{1,40})/i;

/** Returns the charset that a `<meta>` tag at the beginning of a page names. */
function metaCharset(bytes: Buffer): string | undefined {
  return META_CHARSET.exec(bytes.toString("latin1", 0, META_SEARCH_BYTES))?.[1];
}
