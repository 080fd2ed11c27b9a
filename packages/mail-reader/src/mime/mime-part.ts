import { type ContentHeaders, type HeaderField, isTextType } from "../header/header-block.ts";
import type { ByteBuffer } from "./byte-buffer.ts";

/** One part of a mail's tree, the mail itself being the root. */
export interface MailPart {
  /** Subject and From of the mail itself: nothing else is read later, and the tree may have 500,000 fields. */
  fields: HeaderField[];
  content: ContentHeaders;
  children: MailPart[];
  /** What was kept of the bytes below the header: text whole, of a multipart what stands before its first part. */
  body: Buffer;
  /** Whether bytes were left out of `body`, because there were too many. */
  isTruncated?: boolean;
  /** Inside a forwarded message. */
  isNested: boolean;
}

/** A part while it is read. */
export interface OpenPart extends MailPart {
  parent: OpenPart | null;
  depth: number;
  retention: "text" | "spare" | "nothing";
  buffer: ByteBuffer | null;
}

/** No bytes. */
export const NO_BYTES = Buffer.alloc(0);

/** A part inside another one, or the mail itself. */
export function openPart(parent: OpenPart | null, defaultType: string): OpenPart {
  return {
    fields: [],
    content: { type: defaultType, parameters: new Map(), encoding: "", disposition: "" },
    children: [],
    body: NO_BYTES,
    isNested: parent?.isNested ?? false,
    parent,
    depth: parent ? parent.depth + 1 : 0,
    retention: "nothing",
    buffer: null,
  };
}

/** What of a part may be shown: its text; what serves where a mail has no text; nothing of an attachment. */
export function chooseRetention(type: string, disposition: string, part: OpenPart): OpenPart["retention"] {
  if (isTextType(type) && !part.isNested && (disposition !== "attachment" || part.parent === null)) return "text";
  return type.startsWith("text/") || type.startsWith("multipart/") || type.startsWith("message/") ? "spare" : "nothing";
}

/** Hands over what was collected, without recursion: the tree is as deep as the sender likes. */
export function finishParts(root: OpenPart): void {
  const stack: OpenPart[] = [root];
  for (let part = stack.pop(); part; part = stack.pop()) {
    part.body = part.buffer?.bytes() ?? NO_BYTES;
    part.buffer = null;
    stack.push(...(part.children as OpenPart[])); // the reader makes nodes alone
  }
}
