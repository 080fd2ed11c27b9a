import { type ByteSink, createByteSink } from "./byte-sink.ts";
import { type Content, type Field, isReadable, readHeaderBlock, toContent } from "./header-block.ts";
import { createLineSplitter, type LinePiece } from "./lines.ts";

/** One part of a mail's tree, the mail itself being the root. */
export interface Part {
  fields: Field[];
  content: Content;
  children: Part[];
  /** What was kept of the bytes below the header: text whole, of a multipart what stands before its first part. */
  body: Buffer;
  /** Inside a forwarded message. */
  isNested: boolean;
}

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
const MAX_BOUNDARY_LINE = 1000;
const DASH = 0x2d;
const NOTHING = Buffer.alloc(0);

interface Node extends Part {
  parent: Node | null;
  depth: number;
  keeps: "text" | "spare" | "nothing";
  sink: ByteSink | null;
}

export function createMimeReader({ maxText = 2 ** 21, maxSpare = 2 ** 18 }: MimeReaderOptions = {}): MimeReader {
  const root = createNode(null, "text/plain");
  const room = { text: maxText, spare: maxSpare, header: MAX_ALL_HEADER_BYTES, parts: MAX_PARTS };
  /** Open multiparts by boundary; broken mail uses one boundary for two of them, hence lists. */
  const boundaries = new Map<string, Node[]>();
  /** The open multiparts, outermost first. */
  const open: { boundary: string; node: Node }[] = [];
  let current = root;
  let headerLines: Buffer[] | null = [];
  let headerBytes = 0;
  let isHeaderFull = false;
  const lines = createLineSplitter(onLine);

  function onLine(piece: LinePiece): void {
    const { bytes, isStart, isEnd } = piece;
    if (isStart && isEnd && bytes[0] === DASH && bytes[1] === DASH && boundaries.size > 0 && onDelimiter(bytes)) return;
    if (headerLines) onHeaderLine(piece);
    else keep(current, bytes, isEnd);
  }

  function onDelimiter(line: Buffer): boolean {
    if (line.length > MAX_BOUNDARY_LINE) return false;
    const name = line.toString("latin1", 2).trimEnd();
    const isLast = !boundaries.has(name) && name.endsWith("--");
    const owners = boundaries.get(isLast ? name.slice(0, -2) : name);
    const owner = owners?.at(-1);
    if (!owners || !owner) return false;
    if (headerLines) endHeader();
    for (let top = open.at(-1); top && top.node !== owner; top = open.at(-1)) closeTop();
    // A shared boundary's end closes the inner multipart only; otherwise parts may still follow a premature end.
    if (isLast && owners.length > 1) closeTop();
    if (isLast) current = createNode(null, "epilogue/none");
    else startPart(owner);
    return true;
  }

  function closeTop(): void {
    const top = open.pop();
    if (!top) return;
    const owners = boundaries.get(top.boundary);
    owners?.pop();
    if (owners?.length === 0) boundaries.delete(top.boundary);
  }

  function startPart(parent: Node): void {
    room.parts -= 1;
    current = createNode(parent, parent.content.type === "multipart/digest" ? "message/rfc822" : "text/plain");
    if (room.parts >= 0) parent.children.push(current);
    startHeader();
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
    if (isStart) headerLines.push(Buffer.from(bytes));
    else headerLines[last] = Buffer.concat([headerLines[last] ?? NOTHING, bytes]);
  }

  function isHeader(lines: Buffer[]): boolean {
    return lines.length === 0 || readHeaderBlock(lines, current === root).fields.length > 0;
  }

  function endHeader(at: "its end" | "between lines" | "inside a line" = "its end"): void {
    const block = readHeaderBlock(headerLines ?? [], current === root);
    headerLines = null;
    current.fields = block.fields;
    current.content = toContent(block.fields, current.content.type);
    const node = current;
    enter(node);
    for (const [index, line] of block.bodyLines.entries()) {
      keep(node, line, at !== "inside a line" || index < block.bodyLines.length - 1);
    }
    if (block.bodyLines.length > 0 && at === "its end") keep(node, NOTHING, true);
  }

  function enter(node: Node): void {
    const { type, parameters, disposition, encoding } = node.content;
    const isDeep = node.depth >= MAX_DEPTH;
    if (type.startsWith("multipart/") && !isDeep) {
      const boundary = parameters.get("boundary")?.trimEnd();
      node.keeps = "text";
      if (boundary) {
        open.push({ boundary, node });
        boundaries.set(boundary, [...(boundaries.get(boundary) ?? []), node]);
      }
    } else if (
      (type === "message/rfc822" || type === "message/global") &&
      !isDeep &&
      room.parts > 0 &&
      isIdentity(encoding)
    ) {
      const child = createNode(node, "text/plain");
      child.isNested = true;
      room.parts -= 1;
      node.children.push(child);
      current = child;
      startHeader();
    } else if (room.parts >= 0) node.keeps = whatToKeep(type, disposition, node);
  }

  function keep(node: Node, bytes: Buffer, isEnd: boolean): void {
    if (node.keeps === "nothing") return;
    const left = room[node.keeps];
    if (left <= 0) return;
    room[node.keeps] -= bytes.length + (isEnd ? 1 : 0);
    node.sink ??= createByteSink();
    node.sink.push(left < bytes.length ? bytes.subarray(0, left) : bytes);
    if (isEnd) node.sink.pushNewline();
  }

  return {
    write: (chunk) => lines.write(chunk),
    end() {
      lines.end();
      while (headerLines) endHeader();
      finish(root);
      return root;
    },
  };
}

function createNode(parent: Node | null, defaultType: string): Node {
  return {
    fields: [],
    content: { type: defaultType, parameters: new Map(), encoding: "", disposition: "" },
    children: [],
    body: NOTHING,
    isNested: parent?.isNested ?? false,
    parent,
    depth: parent ? parent.depth + 1 : 0,
    keeps: "nothing",
    sink: null,
  };
}

function isIdentity(encoding: string): boolean {
  return !/^(?:base64|quoted|x-?uu)/.test(encoding);
}

function whatToKeep(type: string, disposition: string, node: Node): Node["keeps"] {
  if (isReadable(type) && !node.isNested && (disposition !== "attachment" || node.parent === null)) return "text";
  return type.startsWith("text/") || type.startsWith("multipart/") || type.startsWith("message/") ? "spare" : "nothing";
}

/** Hands over what was collected, without recursion: the tree is as deep as the sender likes. */
function finish(root: Node): void {
  const stack: Node[] = [root];
  for (let node = stack.pop(); node; node = stack.pop()) {
    node.body = node.sink?.take() ?? NOTHING;
    node.sink = null;
    stack.push(...(node.children as Node[])); // the reader makes nodes alone
  }
}
