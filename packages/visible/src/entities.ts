/** Names of the characters from U+00A0 on, in order. */
const latinNames =
  "nbsp iexcl cent pound curren yen brvbar sect uml copy ordf laquo not shy reg macr deg plusmn sup2 sup3 acute micro para middot cedil sup1 ordm raquo frac14 frac12 frac34 iquest Agrave Aacute Acirc Atilde Auml Aring AElig Ccedil Egrave Eacute Ecirc Euml Igrave Iacute Icirc Iuml ETH Ntilde Ograve Oacute Ocirc Otilde Ouml times Oslash Ugrave Uacute Ucirc Uuml Yacute THORN szlig agrave aacute acirc atilde auml aring aelig ccedil egrave eacute ecirc euml igrave iacute icirc iuml eth ntilde ograve oacute ocirc otilde ouml divide oslash ugrave uacute ucirc uuml yacute thorn yuml";

const namedCharacters: Record<string, string> = {
  ...Object.fromEntries(latinNames.split(" ").map((name, index) => [name, String.fromCharCode(0xa0 + index)])),
  ...{ amp: "&", lt: "<", gt: ">", quot: '"', apos: "'", AMP: "&", LT: "<", GT: ">", QUOT: '"' },
  ...{ lsquo: "‘", rsquo: "’", sbquo: "‚", ldquo: "“", rdquo: "”", bdquo: "„", lsaquo: "‹", rsaquo: "›" },
  ...{ ndash: "–", mdash: "—", hellip: "…", bull: "•", euro: "€", trade: "™", dagger: "†", permil: "‰" },
  ...{ OElig: "Œ", oelig: "œ", Scaron: "Š", scaron: "š", Yuml: "Ÿ", fnof: "ƒ", circ: "ˆ", tilde: "˜" },
  ...{ ensp: "\u2002", emsp: "\u2003", thinsp: "\u2009", zwnj: "\u200c", zwj: "\u200d", lrm: "\u200e", rlm: "\u200f" },
  ...{ rarr: "→", larr: "←", minus: "−" },
};

/**
 * Decodes HTML character references such as `&amp;`, `&#228;` and `&#xe4;`. Keeps unknown names. Like browsers, accepts names
 * without a semicolon, but not before `=`: in `?a=1&copy=2` a parameter begins.
 */
export function decodeEntities(text: string): string {
  if (!text.includes("&")) return text;
  return text.replace(
    /&(?:#(\d{1,20})|#x([0-9a-f]{1,16})|([a-z]{2,6}[0-9]{0,2})(?![=\w]));?/gi,
    (match, decimal: string | undefined, hex: string | undefined, name: string | undefined) => {
      if (name !== undefined) return namedCharacters[name] ?? match;
      const codePoint = decimal === undefined ? Number.parseInt(hex ?? "", 16) : Number(decimal);
      const isSurrogate = codePoint >= 0xd800 && codePoint <= 0xdfff;
      const isCharacter = codePoint > 0 && codePoint <= 0x10ffff && !isSurrogate;
      return isCharacter ? String.fromCodePoint(codePoint) : "\ufffd"; // as browsers do
    },
  );
}
