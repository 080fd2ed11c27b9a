import { type ContentHeaders, type HeaderField, isTextType } from "../header/header-block.ts";
import type { ByteBuffer } from "./byte-buffer.ts";

/** Part of a mail's tree. The root is the mail itself. */
export interface MailPart {
  /** Subject and From of the root; no other fields are kept, because a tree can have 500,000. */
  fields: HeaderField[];
  content: ContentHeaders;
  children: MailPart[];
  /** Retained bytes after the header: the text of a leaf, or the preamble of a multipart. */
  body: Buffer;
  /** Whether `body` was truncated at a limit. */
  isTruncated?: boolean;
  /** Whether the part is inside a forwarded message. */
  isNested: boolean;
}

/** Part that is still being parsed. */
export interface OpenPart extends MailPart {
  /** `null` for the root. */
  parent: OpenPart | null;
  /** 0 for the root. */
  depth: number;
  /** What to retain of the body, see `chooseRetention`. */
  retention: "text" | "fallback" | "nothing";
  /** Retained bytes; `null` while there are none. */
  buffer: ByteBuffer | null;
}

export const NO_BYTES = Buffer.alloc(0);

/**
 * Creates an empty part that is not yet added to `parent`, or the root if `parent` is `null`. It retains nothing of its body until
 * `chooseRetention` knows its header.
 */
export function openPart(parent: OpenPart | null, defaultType: string): OpenPart {
  return {
    fields: [],
    content: { type: defaultType, parameters: new Map(), encoding: "", disposition: "" },
    children: [],
    body: NO_BYTES,
    // Everything inside a forwarded message is nested, too.
    isNested: parent?.isNested ?? false,
    parent,
    depth: parent ? parent.depth + 1 : 0,
    retention: "nothing",
    buffer: null,
  };
}

/**
 * Chooses what to retain of a part that is not divided into parts: text, fallback text (shown only if the mail has no other text), or
 * nothing, as of an image. A multipart gets here only if it is nested too deeply: all of it is one fallback text.
 */
export function chooseRetention(type: string, disposition: string, part: OpenPart): OpenPart["retention"] {
  const { isNested: isInForwardedMail, parent } = part;
  // The text of the whole mail must not be lost, even if it is labelled as an attachment.
  const isWholeMail = parent === null;
  const isAttachment = disposition === "attachment" && !isWholeMail;
  if (isTextType(type) && !isInForwardedMail && !isAttachment) return "text";
  const refersToTextElsewhere = type === "message/external-body";
  if (refersToTextElsewhere) return "nothing";
  return /^(?:text|multipart|message)\//.test(type) ? "fallback" : "nothing";
}

/** Moves the bytes that the parser buffered for each part to its `body`, when the mail is complete. */
export function finishParts(root: OpenPart): void {
  for (const part of walkParts(root)) {
    const openPart = part as OpenPart; // the parser creates only OpenPart
    part.body = openPart.buffer?.bytes() ?? NO_BYTES;
    openPart.buffer = null;
  }
}

/** Yields all parts in document order. Not recursive, because the sender controls the depth of the tree. */
export function* walkParts(root: MailPart): Generator<MailPart> {
  const stack = [root];
  for (let part = stack.pop(); part; part = stack.pop()) {
    yield part;
    stack.push(...part.children.toReversed());
  }
}
