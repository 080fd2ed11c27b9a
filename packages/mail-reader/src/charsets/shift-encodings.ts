/**
 * Decoders for seven-bit encodings that switch between ASCII and another script by escape sequences. `TextDecoder` does not
 * support them.
 */

/** Maps each byte to one character, so that regular expressions can search bytes. */
export function toLatin1(bytes: Uint8Array): string {
  return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString("latin1");
}

/** Decodes UTF-7 (RFC 2152): `+`, base64 of UTF-16, `-`. */
export function decodeUtf7(bytes: Uint8Array): string {
  return toLatin1(bytes).replace(/\+([A-Za-z0-9+/]*)-?/g, (_match, base64: string) => {
    if (base64 === "") return "+";
    const units = Buffer.from(base64, "base64");
    const whole = units.subarray(0, units.length & ~1);
    return Buffer.from(whole).swap16().toString("utf16le");
  });
}

/** Decodes HZ (RFC 1843): `~{`, GB2312 without the high bits, `~}`. */
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

/** Decodes ISO-2022-KR (RFC 1557): KS C 5601 without the high bits, between SO and SI. */
export function decodeIso2022Kr(bytes: Uint8Array): string {
  const decoder = new TextDecoder("euc-kr");
  // Each line starts in ASCII, even if the previous line did not switch back.
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

// biome-ignore lint/suspicious/noControlCharactersInRegex: the encoding switches with ESC
const EMPTY_SHIFT = /\x1b(?:\([BJI]|\$[@B])(?=\x1b[($])/g;

/** Removes empty shifts: joined ISO-2022-JP words switch to ASCII and back at once, which the decoder treats as an error. */
export function dropEmptyShifts(bytes: Uint8Array): Uint8Array {
  return Buffer.from(toLatin1(bytes).replace(EMPTY_SHIFT, ""), "latin1");
}

function setHighBits(text: string): Uint8Array {
  return Uint8Array.from(text, (character) =>
    character > " " ? character.charCodeAt(0) | 0x80 : character.charCodeAt(0),
  );
}
