import { parseContentHeaders, parseHeaderBlock } from "../header/header-block.ts";
import { createBoundaries, type Delimiter } from "./boundaries.ts";
import { createByteBuffer } from "./byte-buffer.ts";
import { createLineSplitter, type LinePiece } from "./lines.ts";
import { chooseRetention, finishParts, type MailPart, NO_BYTES, type OpenPart, openPart } from "./mime-part.ts";

export interface MimeParserOptions {
  /** Maximum retained bytes of text; the rest is dropped. @default 2_097_152 */
  maxTextBytes?: number;
  /** Maximum retained bytes of fallback text, which is shown only if the mail has no other text. @default 262_144 */
  maxFallbackBytes?: number;
}

/** Parses a mail to a tree while it arrives. Drops attachments at once, so memory stays bounded for mails of any size. */
export interface MimeParser {
  write(chunk: Uint8Array): void;
  end(): MailPart;
}

const MAX_HEADER_BYTES = 128 * 1024;
const MAX_TOTAL_HEADER_BYTES = 2 * 1024 * 1024;
const MAX_PARTS = 2000;
const MAX_DEPTH = 500;

export function createMimeParser({
  maxTextBytes: maxText = 2 ** 21,
  maxFallbackBytes: maxSpare = 2 ** 18,
}: MimeParserOptions = {}): MimeParser {
  const root = openPart(null, "text/plain");
  const remaining = { text: maxText, fallback: maxSpare, header: MAX_TOTAL_HEADER_BYTES, parts: MAX_PARTS };
  const boundaries = createBoundaries();
  let currentPart = root;
  let headerLines: string[] | null = [];
  let headerBytes = 0;
  let isHeaderFull = false;
  const lines = createLineSplitter(onLine);

  function onLine(piece: LinePiece): void {
    // Everything after the last permitted part is dropped.
    if (remaining.parts < 0) {
      root.isTruncated = true;
      return;
    }
    const { bytes, isStart, isEnd } = piece;
    const delimiter = isStart && isEnd ? boundaries.findDelimiter(bytes) : null;
    if (delimiter) onDelimiter(delimiter);
    else if (headerLines) onHeaderLine(piece);
    else keepBytes(currentPart, bytes, isEnd);
  }

  function onDelimiter(delimiter: Delimiter): void {
    if (headerLines) endHeader();
    boundaries.closeInside(delimiter);
    if (delimiter.isLast) startEpilogue(delimiter.owner);
    else startPart(delimiter.owner);
  }

  function startPart(parent: OpenPart): void {
    remaining.parts -= 1;
    currentPart = openPart(parent, parent.content.type === "multipart/digest" ? "message/rfc822" : "text/plain");
    if (remaining.parts >= 0) parent.children.push(currentPart);
    startHeader();
  }

  /** Starts the text after the last part. Mail clients hide it, so it is only fallback text. */
  function startEpilogue(parent: OpenPart): void {
    remaining.parts -= 1;
    currentPart = openPart(parent, "epilogue/none");
    if (remaining.parts < 0) return;
    currentPart.retention = "fallback";
    parent.children.push(currentPart);
  }

  function startHeader(): void {
    headerLines = [];
    headerBytes = 0;
    isHeaderFull = false;
  }

  function onHeaderLine({ bytes, isStart, isEnd }: LinePiece): void {
    if (!headerLines) return;
    if (isStart && isEnd && bytes.length === 0) {
      // Blank lines before the first field do not end the mail's header.
      if (currentPart !== root || headerLines.length > 0) endHeader();
      return;
    }
    headerBytes += bytes.length + 1;
    remaining.header -= bytes.length + 1;
    if (headerBytes > MAX_HEADER_BYTES || remaining.header < 0) {
      if (!isHeaderFull && !isHeader(headerLines)) {
        // Lines beyond the limit without any field are a body.
        endHeader(isStart ? "between lines" : "inside a line");
        keepBytes(currentPart, bytes, isEnd);
      }
      // The rest of a real header is ignored.
      isHeaderFull = true;
      return;
    }
    const last = headerLines.length - 1;
    const text = bytes.toString("latin1");
    if (isStart) headerLines.push(text);
    else headerLines[last] += text;
  }

  function isHeader(lines: string[]): boolean {
    return lines.length === 0 || parseHeaderBlock(lines, currentPart === root).fields.length > 0;
  }

  function endHeader(at: "its end" | "between lines" | "inside a line" = "its end"): void {
    const block = parseHeaderBlock(headerLines ?? [], currentPart === root);
    headerLines = null;
    if (currentPart === root) root.fields = block.fields.filter(({ name }) => name === "subject" || name === "from");
    currentPart.content = parseContentHeaders(block.fields, currentPart.content.type);
    const node = currentPart;
    enterPart(node);
    for (const [index, line] of block.bodyLines.entries()) {
      keepBytes(node, Buffer.from(line, "latin1"), at !== "inside a line" || index < block.bodyLines.length - 1);
    }
    if (block.bodyLines.length > 0 && at === "its end") keepBytes(node, NO_BYTES, true);
  }

  function enterPart(node: OpenPart): void {
    const { type, parameters, disposition, encoding } = node.content;
    const isDeep = node.depth >= MAX_DEPTH;
    if (type.startsWith("multipart/") && !isDeep) {
      const boundary = parameters.get("boundary")?.trimEnd();
      node.retention = "text";
      if (boundary) boundaries.add(boundary, node);
    } else if (
      (type === "message/rfc822" || type === "message/global") &&
      !isDeep &&
      remaining.parts > 0 &&
      isUnencoded(encoding)
    ) {
      const child = openPart(node, "text/plain");
      child.isNested = true;
      remaining.parts -= 1;
      node.children.push(child);
      currentPart = child;
      startHeader();
    } else if (remaining.parts >= 0) node.retention = chooseRetention(type, disposition, node);
  }

  function keepBytes(node: OpenPart, bytes: Buffer, isEnd: boolean): void {
    if (node.retention === "nothing") return;
    const left = Math.max(0, remaining[node.retention]);
    if (left < bytes.length) node.isTruncated = true;
    if (left === 0) return;
    remaining[node.retention] -= bytes.length + (isEnd ? 1 : 0);
    node.buffer ??= createByteBuffer();
    const kept = left < bytes.length ? bytes.subarray(0, left) : bytes;
    if (isEnd) node.buffer.appendLine(kept);
    else node.buffer.append(kept);
  }

  return {
    write: (chunk) => lines.write(chunk),
    end() {
      lines.end();
      while (headerLines) endHeader();
      finishParts(root);
      return root;
    },
  };
}

function isUnencoded(encoding: string): boolean {
  return !/^(?:base64|quoted|x-?uu)/.test(encoding);
}
