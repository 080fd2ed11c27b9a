// Decoders for seven-bit encodings that switch between ASCII and another script by escape sequences. `TextDecoder` does not
// support them.

/** Maps each byte to one character, so that regular expressions can search bytes. */
export function toLatin1(bytes: Uint8Array): string {
  return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString("latin1");
}

/** Decodes UTF-7 (RFC 2152): other characters than ASCII are base64 of UTF-16 between `+` and `-`; `+-` is a plus sign. */
export function decodeUtf7(bytes: Uint8Array): string {
  return toLatin1(bytes).replace(/\+([A-Za-z0-9+/]*)-?/g, (_match, base64: string) => {
    if (base64 === "") return "+";
    const bigEndian = Buffer.from(base64, "base64");
    const halfUnitBytes = bigEndian.length % 2;
    const wholeUnits = bigEndian.subarray(0, bigEndian.length - halfUnitBytes);
    return wholeUnits.swap16().toString("utf16le");
  });
}

/** Decodes HZ (RFC 1843): Chinese is GB2312 without the high bits between `~{` and `~}`. */
export function decodeHz(bytes: Uint8Array): string {
  const gb2312Decoder = new TextDecoder("gb18030");
  // The captured pieces are shifted text, `~~` and `~` at a line end. Shifted text without its `~}` ends with the line.
  return toLatin1(bytes)
    .split(/(~\{[^~\n]*(?:~\}|$|(?=\n))|~~|~\n)/)
    .map((piece) => {
      const isEscapedTilde = piece === "~~";
      if (isEscapedTilde) return "~";
      const isSoftLineBreak = piece === "~\n";
      if (isSoftLineBreak) return "";
      const isShifted = piece.startsWith("~{");
      return isShifted ? gb2312Decoder.decode(setHighBits(piece.slice(2).replace(/~\}$/, ""))) : piece;
    })
    .join("");
}

/** Escape sequence before the first line that has Korean. It is no text itself. */
const KOREAN_ANNOUNCEMENT = "\x1b$)C";

/**
 * Decodes ISO-2022-KR (RFC 1557): Korean is EUC-KR without the high bits, between shift out (SO) and shift in (SI). Each line starts
 * in ASCII, even if the previous line did not switch back.
 */
export function decodeIso2022Kr(bytes: Uint8Array): string {
  const decoder = new TextDecoder("euc-kr");
  const lines = toLatin1(bytes).replaceAll(KOREAN_ANNOUNCEMENT, "").split("\n");
  const decodedLines = lines.map((line) => {
    const [ascii = "", ...shiftedRuns] = line.split(SHIFT_OUT);
    return ascii + shiftedRuns.map((run) => decodeShiftedRun(run, decoder)).join("");
  });
  return decodedLines.join("\n");
}

const SHIFT_OUT = "\x0e";
const SHIFT_IN = "\x0f";

/** Decodes the text after a shift out: Korean up to the shift in, then ASCII. */
function decodeShiftedRun(run: string, decoder: { decode(bytes: Uint8Array): string }): string {
  const [korean = "", ...ascii] = run.split(SHIFT_IN);
  return decoder.decode(setHighBits(korean)) + ascii.join("");
}

// biome-ignore lint/suspicious/noControlCharactersInRegex: the encoding switches with ESC
const EMPTY_SHIFT = /\x1b(?:\([BJI]|\$[@B])(?=\x1b[($])/g;

/** Removes empty shifts: joined ISO-2022-JP words switch to ASCII and back at once, which the decoder treats as an error. */
export function dropEmptyShifts(bytes: Uint8Array): Uint8Array {
  return Buffer.from(toLatin1(bytes).replace(EMPTY_SHIFT, ""), "latin1");
}

/** Sets the eighth bit, except in blanks and control characters, as decoders expect it: shift encodings leave it out for seven-bit mail. */
function setHighBits(text: string): Uint8Array {
  return Uint8Array.from(text, (character) => {
    const byte = character.charCodeAt(0);
    return character > " " ? byte | 0x80 : byte;
  });
}
