/**
 * Seven-bit encodings that switch between ASCII and another script by marks in the text, and that `TextDecoder` refuses.
 */

/** Byte by byte, so that marks can be looked for as text. */
export function toLatin1(bytes: Uint8Array): string {
  return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString("latin1");
}

/** UTF-7 (RFC 2152): `+` base64 of UTF-16 `-`. */
export function decodeUtf7(bytes: Uint8Array): string {
  return toLatin1(bytes).replace(/\+([A-Za-z0-9+/]*)-?/g, (_match, base64: string) => {
    if (base64 === "") return "+";
    const units = Buffer.from(base64, "base64");
    const whole = units.subarray(0, units.length & ~1);
    return Buffer.from(whole).swap16().toString("utf16le");
  });
}

/** HZ (RFC 1843): `~{` GB2312 without its high bits `~}`. */
export function decodeHz(bytes: Uint8Array): string {
  const decoder = new TextDecoder("gb18030");
  return toLatin1(bytes)
    .split(/(~\{[^~]*(?:~\}|$|(?=\n))|~~|~\n)/)
    .map((piece) => {
      if (piece === "~~") return "~";
      if (piece === "~\n") return "";
      if (!piece.startsWith("~{")) return piece;
      return decoder.decode(setHighBits(piece.slice(2).replace(/~\}$/, "")));
    })
    .join("");
}

/** ISO-2022-KR (RFC 1557): KS C 5601 without its high bits between SO and SI. */
export function decodeIso2022Kr(bytes: Uint8Array): string {
  const decoder = new TextDecoder("euc-kr");
  // Lines start in ASCII again, whether or not the one before said so.
  return toLatin1(bytes)
    .replaceAll("\x1b$)C", "")
    .split("\n")
    .map((line) =>
      line
        .split("\x0e")
        .map((run, index) => (index === 0 ? run : decodeShifted(run, decoder)))
        .join(""),
    )
    .join("\n");
}

function decodeShifted(run: string, decoder: { decode(bytes: Uint8Array): string }): string {
  const [korean = "", ...ascii] = run.split("\x0f");
  return decoder.decode(setHighBits(korean)) + ascii.join("");
}

// biome-ignore lint/suspicious/noControlCharactersInRegex: the encoding switches by ESC
const EMPTY_SHIFT = /\x1b(?:\([BJI]|\$[@B])(?=\x1b[($])/g;

/** Joined ISO-2022-JP words switch to ASCII and back with nothing between, which the decoder counts as an error. */
export function dropEmptyShifts(bytes: Uint8Array): Uint8Array {
  return Buffer.from(toLatin1(bytes).replace(EMPTY_SHIFT, ""), "latin1");
}

function setHighBits(text: string): Uint8Array {
  return Uint8Array.from(text, (character) =>
    character > " " ? character.charCodeAt(0) | 0x80 : character.charCodeAt(0),
  );
}
