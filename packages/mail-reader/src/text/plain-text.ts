/** Replaces the line ends of all systems by `\n`. */
export function normalizeLineEnds(text: string): string {
  if (!text.includes("\r")) return text;
  return text.replace(/\r+\n?/g, (end) => (end.endsWith("\n") ? "\n" : "\n".repeat(end.length)));
}

interface Paragraph {
  depth: number;
  pieces: string[];
}

/** Joins the lines of `format=flowed` text (RFC 3676): a line that ends in a blank continues in the next of the same quote depth. */
export function unflow(text: string, deletesSpace: boolean): string {
  const joined: string[] = [];
  let open = null as Paragraph | null; // the cast keeps the type that assignments in a closure would lose
  const close = () => {
    if (open) joined.push(joinParagraph(open));
    open = null;
  };
  for (const line of text.split("\n")) {
    const depth = /^>*/.exec(line)?.[0].length ?? 0;
    const content = line.slice(depth).replace(/^ /, "");
    if (open?.depth !== depth) close();
    const isSoft = content.endsWith(" ") && content !== "-- ";
    const piece = isSoft && deletesSpace ? content.slice(0, -1) : content;
    if (content === "-- ") close();
    open ??= { depth, pieces: [] };
    open.pieces.push(piece);
    if (!isSoft) close();
  }
  close();
  return joined.join("\n");
}

function joinParagraph({ depth, pieces }: Paragraph): string {
  return depth === 0 ? pieces.join("") : `${">".repeat(depth)} ${pieces.join("")}`;
}

const UU_BEGIN = /^begin(?:-base64)? [0-7]{3,4} \S/;
const YENC_BEGIN = /^=ybegin .*\bname=/;

/** Removes uuencoded and yEnc files, which software without MIME embeds in the text. */
export function dropInlineFiles(text: string): string {
  if (!text.includes("begin")) return text;
  const lines = text.split("\n");
  const kept: string[] = [];
  for (let index = 0; index < lines.length; index += 1) {
    const end = lastLineOfFile(lines, index);
    if (end === null) kept.push(lines[index] ?? "");
    else index = end;
  }
  return kept.join("\n");
}

/** Returns the last line of the file that begins at `start`, or `null` if none does. A truncated file ends with its data. */
function lastLineOfFile(lines: string[], start: number): number | null {
  const line = lines[start] ?? "";
  if (YENC_BEGIN.test(line)) {
    let end = start + 1;
    while (end < lines.length && !lines[end]?.startsWith("=yend")) end += 1;
    return end;
  }
  if (!UU_BEGIN.test(line) || !isUuencodedLine(lines[start + 1])) return null;
  let end = start + 1;
  while (end + 1 < lines.length && isUuencodedLine(lines[end + 1])) end += 1;
  while (/^(?:[` ]|end|====)?\s*$/.test(lines[end + 1] ?? "x") && lines[end]?.trim() !== "end") end += 1;
  return end;
}

function isUuencodedLine(line: string | undefined): boolean {
  if (line === undefined) return false;
  if (/^M[\x20-\x60]{56,62}\s*$/.test(line) || /^[A-Za-z0-9+/]{60,76}$/.test(line)) return true;
  const count = (line.charCodeAt(0) - 32) & 63;
  const needed = Math.ceil(count / 3) * 4;
  return count > 0 && /^[\x20-\x60]+$/.test(line) && Math.abs(line.trimEnd().length - 1 - needed) <= 2;
}
