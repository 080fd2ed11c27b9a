import { readHeaderBlock, toContent } from "../header/header-block.ts";
import { createBoundaries, type Delimiter } from "./boundaries.ts";
import { createByteSink } from "./byte-sink.ts";
import { createLineSplitter, type LinePiece } from "./lines.ts";
import { finishParts, NOTHING, type OpenPart, openPart, type Part, whatToKeep } from "./mime-part.ts";

export interface MimeReaderOptions {
  /** Most bytes kept of the text a mail is read by; the rest is cut. @default 2_097_152 */
  maxText?: number;
  /** Most bytes kept of what is shown only when there is no such text. @default 262_144 */
  maxSpare?: number;
}

/** Reads a mail's tree while it arrives and drops attachments on the way, so memory stays bounded whatever the mail's size. */
export interface MimeReader {
  write(chunk: Uint8Array): void;
  end(): Part;
}

const MAX_HEADER_BYTES = 128 * 1024;
const MAX_ALL_HEADER_BYTES = 2 * 1024 * 1024;
const MAX_PARTS = 2000;
const MAX_DEPTH = 500;

export function createMimeReader({ maxText = 2 ** 21, maxSpare = 2 ** 18 }: MimeReaderOptions = {}): MimeReader {
  const root = openPart(null, "text/plain");
  const room = { text: maxText, spare: maxSpare, header: MAX_ALL_HEADER_BYTES, parts: MAX_PARTS };
  const boundaries = createBoundaries();
  let current = root;
  let headerLines: string[] | null = [];
  let headerBytes = 0;
  let isHeaderFull = false;
  const lines = createLineSplitter(onLine);

  function onLine(piece: LinePiece): void {
    // A mail with too many parts is not kept beyond them.
    if (room.parts < 0) {
      root.isCut = true;
      return;
    }
    const { bytes, isStart, isEnd } = piece;
    const delimiter = isStart && isEnd ? boundaries.find(bytes) : null;
    if (delimiter) onDelimiter(delimiter);
    else if (headerLines) onHeaderLine(piece);
    else keep(current, bytes, isEnd);
  }

  function onDelimiter(delimiter: Delimiter): void {
    if (headerLines) endHeader();
    boundaries.pass(delimiter);
    if (delimiter.isLast) startEpilogue(delimiter.owner);
    else startPart(delimiter.owner);
  }

  function startPart(parent: OpenPart): void {
    room.parts -= 1;
    current = openPart(parent, parent.content.type === "multipart/digest" ? "message/rfc822" : "text/plain");
    if (room.parts >= 0) parent.children.push(current);
    startHeader();
  }

  /** Readers pass it over, and so do we, unless it is all the text there is. */
  function startEpilogue(parent: OpenPart): void {
    room.parts -= 1;
    current = openPart(parent, "epilogue/none");
    if (room.parts < 0) return;
    current.keeps = "spare";
    parent.children.push(current);
  }

  function startHeader(): void {
    headerLines = [];
    headerBytes = 0;
    isHeaderFull = false;
  }

  function onHeaderLine({ bytes, isStart, isEnd }: LinePiece): void {
    if (!headerLines) return;
    if (isStart && isEnd && bytes.length === 0) {
      // Blank lines above a mail are not yet the end of its header.
      if (current !== root || headerLines.length > 0) endHeader();
      return;
    }
    headerBytes += bytes.length + 1;
    room.header -= bytes.length + 1;
    if (headerBytes > MAX_HEADER_BYTES || room.header < 0) {
      if (!isHeaderFull && !isHeader(headerLines)) {
        // What grew beyond every header without a field is a body.
        endHeader(isStart ? "between lines" : "inside a line");
        keep(current, bytes, isEnd);
      }
      // Of a real header the rest is ignored.
      isHeaderFull = true;
      return;
    }
    const last = headerLines.length - 1;
    const text = bytes.toString("latin1");
    if (isStart) headerLines.push(text);
    else headerLines[last] += text;
  }

  function isHeader(lines: string[]): boolean {
    return lines.length === 0 || readHeaderBlock(lines, current === root).fields.length > 0;
  }

  function endHeader(at: "its end" | "between lines" | "inside a line" = "its end"): void {
    const block = readHeaderBlock(headerLines ?? [], current === root);
    headerLines = null;
    if (current === root) root.fields = block.fields.filter(({ name }) => name === "subject" || name === "from");
    current.content = toContent(block.fields, current.content.type);
    const node = current;
    enter(node);
    for (const [index, line] of block.bodyLines.entries()) {
      keep(node, Buffer.from(line, "latin1"), at !== "inside a line" || index < block.bodyLines.length - 1);
    }
    if (block.bodyLines.length > 0 && at === "its end") keep(node, NOTHING, true);
  }

  function enter(node: OpenPart): void {
    const { type, parameters, disposition, encoding } = node.content;
    const isDeep = node.depth >= MAX_DEPTH;
    if (type.startsWith("multipart/") && !isDeep) {
      const boundary = parameters.get("boundary")?.trimEnd();
      node.keeps = "text";
      if (boundary) boundaries.open(boundary, node);
    } else if (
      (type === "message/rfc822" || type === "message/global") &&
      !isDeep &&
      room.parts > 0 &&
      isIdentity(encoding)
    ) {
      const child = openPart(node, "text/plain");
      child.isNested = true;
      room.parts -= 1;
      node.children.push(child);
      current = child;
      startHeader();
    } else if (room.parts >= 0) node.keeps = whatToKeep(type, disposition, node);
  }

  function keep(node: OpenPart, bytes: Buffer, isEnd: boolean): void {
    if (node.keeps === "nothing") return;
    const left = Math.max(0, room[node.keeps]);
    if (left < bytes.length) node.isCut = true;
    if (left === 0) return;
    room[node.keeps] -= bytes.length + (isEnd ? 1 : 0);
    node.sink ??= createByteSink();
    const kept = left < bytes.length ? bytes.subarray(0, left) : bytes;
    if (isEnd) node.sink.pushLine(kept);
    else node.sink.push(kept);
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

function isIdentity(encoding: string): boolean {
  return !/^(?:base64|quoted|x-?uu)/.test(encoding);
}
