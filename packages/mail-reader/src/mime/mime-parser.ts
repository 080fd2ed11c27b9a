import { type HeaderField, parseContentHeaders, parseHeaderBlock } from "../header/header-block.ts";
import { createBoundaries, type Delimiter } from "./boundaries.ts";
import { createByteBuffer } from "./byte-buffer.ts";
import { createLineSplitter, type LinePiece } from "./lines.ts";
import { chooseRetention, finishParts, type MailPart, NO_BYTES, type OpenPart, openPart } from "./mime-part.ts";
import { isTransferEncoded } from "./transfer-encoding.ts";

/** Parses a mail to a tree while it arrives. Drops attachments at once, so memory stays bounded for mails of any size. */
export interface MimeParser {
  write(chunk: Uint8Array): void;
  end(): MailPart;
}

/** Retained bytes of text; the rest is dropped. */
const MAX_TEXT_BYTES = 2 * 1024 * 1024;
/** Retained bytes of fallback text, which is shown only if the mail has no other text. */
const MAX_FALLBACK_BYTES = 256 * 1024;
const MAX_HEADER_BYTES = 128 * 1024;
const MAX_TOTAL_HEADER_BYTES = 2 * 1024 * 1024;
const MAX_PARTS = 2000;
const MAX_DEPTH = 500;
/** Type of a text outside of all parts. Not a registered one, so that the text is never handled as a part of its own. */
const NO_MEDIA_TYPE = "epilogue/none";

/** How far a header was read when it ended: to an empty line or delimiter, or to the limit, between or inside lines. */
type HeaderEnd = "complete" | "between lines" | "inside a line";

/** Creates a parser for one mail. */
export function createMimeParser(): MimeParser {
  const root = openPart(null, "text/plain");
  /** What the mail may still use: bytes of text, fallback text and headers, and parts. Negative once it has exceeded the limit. */
  const remaining = {
    text: MAX_TEXT_BYTES,
    fallback: MAX_FALLBACK_BYTES,
    header: MAX_TOTAL_HEADER_BYTES,
    parts: MAX_PARTS,
  };
  const boundaries = createBoundaries();
  let currentPart = root;
  /** Lines of the current part's header; `null` in its body. */
  let headerLines: string[] | null = [];
  let headerBytes = 0;
  /** Set at the header's limit, unless the lines before it turn out to be a body without a header. */
  let dropsExcessLines = false;
  const lines = createLineSplitter(onLine);

  /** Handles a line, or a piece of a long one: a delimiter between parts, a header line, or a line of a body. */
  function onLine(piece: LinePiece): void {
    // There were more parts than permitted: drop everything after the last one.
    if (remaining.parts < 0) {
      root.isTruncated = true;
      return;
    }
    const { bytes, isStart, isEnd } = piece;
    const delimiter = isStart && isEnd ? boundaries.findDelimiter(bytes) : null;
    if (delimiter) onDelimiter(delimiter);
    else if (headerLines) onHeaderLine(headerLines, piece);
    else retain(currentPart, piece);
  }

  /** Ends the parts before a delimiter and starts the next one. */
  function onDelimiter(delimiter: Delimiter): void {
    if (headerLines) endHeader();
    boundaries.closeInside(delimiter);
    if (delimiter.isLast) startEpilogue(delimiter.owner);
    else startPart(delimiter.owner);
  }

  /** Starts a child of a multipart with its header. The default type depends on the multipart (RFC 2046). */
  function startPart(parent: OpenPart): void {
    remaining.parts -= 1;
    currentPart = openPart(parent, parent.content.type === "multipart/digest" ? "message/rfc822" : "text/plain");
    // Beyond the limit, `onLine` drops the lines of the part.
    if (remaining.parts >= 0) parent.children.push(currentPart);
    startHeader();
  }

  /** Starts the text after the last part, which has no header. Mail clients hide it, so it is only fallback text. */
  function startEpilogue(parent: OpenPart): void {
    remaining.parts -= 1;
    currentPart = openPart(parent, NO_MEDIA_TYPE);
    headerLines = null;
    // Beyond the limit, `onLine` drops its lines.
    if (remaining.parts < 0) return;
    currentPart.retention = "fallback";
    parent.children.push(currentPart);
  }

  /** Makes the next lines the header of the current part, until an empty line. Whether to drop lines beyond its limit is decided later. */
  function startHeader(): void {
    headerLines = [];
    headerBytes = 0;
    dropsExcessLines = false;
  }

  /**
   * Adds a line to the header. An empty line ends it; at the start of a part it means that the part has no header (RFC 2046), but before
   * the mail's own header it is skipped. Beyond the limit of one header or of all headers together, the rest of a header is dropped
   * (`onExcessLine`).
   */
  function onHeaderLine(header: string[], piece: LinePiece): void {
    const { bytes, isStart, isEnd } = piece;
    const isEmptyLine = isStart && isEnd && bytes.length === 0;
    if (isEmptyLine) {
      const isBeforeMailHeader = currentPart === root && header.length === 0;
      if (!isBeforeMailHeader) endHeader();
      return;
    }
    headerBytes += bytes.length + 1;
    remaining.header -= bytes.length + 1;
    const isBeyondLimit = headerBytes > MAX_HEADER_BYTES || remaining.header < 0;
    if (isBeyondLimit) {
      onExcessLine(header, piece);
      return;
    }
    const text = bytes.toString("latin1");
    if (isStart) header.push(text);
    else header[header.length - 1] += text;
  }

  /**
   * Handles a line beyond the header's limit. Drops it, unless the lines before it have no field. Then they are a body without a
   * header: `endHeader` makes them the beginning of the body, to which this line is added.
   */
  function onExcessLine(header: string[], { bytes, isStart, isEnd }: LinePiece): void {
    // Remembered, so that the lines are not parsed again for each further one.
    dropsExcessLines ||= mayBeHeader(header);
    if (dropsExcessLines) return;
    endHeader(isStart ? "between lines" : "inside a line");
    retain(currentPart, { bytes, isEnd });
  }

  /** Returns whether the lines contain a field. Without any line this is not known yet, and the result is `true`. */
  function mayBeHeader(lines: string[]): boolean {
    return lines.length === 0 || parseHeaderBlock(lines, { isRoot: currentPart === root }).fields.length > 0;
  }

  /**
   * Parses the current part's header and starts its body. Collected lines that turn out to be no header (`bodyLines`) begin the body, with
   * the line breaks that they had. `end`: whether an empty line followed ("complete"), or the limit was reached before or inside a line.
   * Until now, the part's content type is the default of its multipart.
   */
  function endHeader(end: HeaderEnd = "complete"): void {
    const { fields, bodyLines } = parseHeaderBlock(headerLines ?? [], { isRoot: currentPart === root });
    headerLines = null;
    if (currentPart === root) root.fields = fields.filter(isUsedField);
    currentPart.content = parseContentHeaders(fields, currentPart.content.type);
    const part = currentPart;
    // For a forwarded message, this makes the message the current part. `bodyLines` still belong to this one.
    startBody(part);
    for (const [index, line] of bodyLines.entries()) {
      const isCutLine = end === "inside a line" && index === bodyLines.length - 1;
      retain(part, { bytes: Buffer.from(line, "latin1"), isEnd: !isCutLine });
    }
    const hasEmptyLineInBody = bodyLines.length > 0 && end === "complete";
    if (hasEmptyLineInBody) retain(part, { bytes: NO_BYTES, isEnd: true });
  }

  /**
   * Prepares for the body of a part: registers a multipart's boundary, opens a forwarded message, or chooses what to retain. A multipart
   * or message that is nested too deeply is not divided: its bytes are one fallback text. A multipart retains the text outside its parts.
   * Each part counts down `remaining.parts`. At 0 this is the last one that the limit permits. Below 0 nothing more is read: `onLine`
   * drops all further lines.
   */
  function startBody(part: OpenPart): void {
    const { type, parameters, disposition, encoding } = part.content;
    const isTooDeep = part.depth >= MAX_DEPTH;
    if (type.startsWith("multipart/") && !isTooDeep) {
      const boundary = parameters.get("boundary")?.trimEnd();
      part.retention = "text";
      if (boundary) boundaries.add(boundary, part);
      return;
    }
    const mayNest = !isTooDeep && remaining.parts > 0;
    // An encoded message is fallback text. It is decoded and parsed only if the mail has no other text.
    if (isMessageType(type) && mayNest && !isTransferEncoded(encoding)) {
      startMessage(part);
      return;
    }
    const isDropped = remaining.parts < 0;
    if (!isDropped) part.retention = chooseRetention(type, disposition, part);
  }

  /** Starts the message in the body of a part `message/rfc822` or the like: the next lines are its header. */
  function startMessage(parent: OpenPart): void {
    const message = openPart(parent, "text/plain");
    message.isNested = true;
    remaining.parts -= 1;
    parent.children.push(message);
    currentPart = message;
    startHeader();
  }

  /** Adds bytes of a body to the part's buffer within the limits, unless the part is an attachment. `isEnd` adds a line feed. */
  function retain(part: OpenPart, { bytes, isEnd }: Pick<LinePiece, "bytes" | "isEnd">): void {
    if (part.retention === "nothing") return;
    // Negative after the line that reached the limit: all of it is subtracted, although only its beginning is retained.
    const remainingBytes = Math.max(0, remaining[part.retention]);
    if (remainingBytes < bytes.length) part.isTruncated = true;
    if (remainingBytes === 0) return;
    remaining[part.retention] -= bytes.length + (isEnd ? 1 : 0);
    part.buffer ??= createByteBuffer();
    const retained = bytes.subarray(0, remainingBytes);
    if (isEnd) part.buffer.appendLine(retained);
    else part.buffer.append(retained);
  }

  return {
    write: (chunk) => lines.write(chunk),
    /** Ends all open parts. Returns the tree of the mail. */
    end() {
      lines.end();
      if (headerLines) endHeader();
      finishParts(root);
      return root;
    },
  };
}

/** Returns whether the field of a mail is used. A header can have very many others. */
function isUsedField({ name }: HeaderField): boolean {
  return name === "subject" || name === "from";
}

/** Returns whether a part of this type is a forwarded message. */
export function isMessageType(type: string): boolean {
  return type === "message/rfc822" || type === "message/global";
}
