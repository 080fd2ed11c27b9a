/** Latin transcriptions of Greek, Cyrillic, Armenian and Georgian, so that one word list also serves what people transcribe. */
const TRANSCRIPTIONS: [firstCodeUnit: number, latin: string][] = [
  [0x3b1, "abgdeziciklmnxoprsstufhpo"],
  [0x430, "abvgdezziiklmnoprstufhccss'y'eua"],
  [0x561, "abgdezeytzilhckhdgcmjnsocpjrsvtrcupkof"],
  [0x10d0, "abgdevztiklmnopzrstupkgkscccdcchjh"],
];
/** Pairs: a letter, and the letter that replaces it. */
const REPLACEMENTS = "łløođdðdıiəeæaþtіiєeјjљlњnџdәeқkғgңnөoүuұuһhҳhҷcћcђdيیىیكکڈدډدڊدڪکۆوۇوککةه";
/** Folded code units; also a cache. */
const foldedUnits = new Map<number, number>();
for (let index = 0; index < REPLACEMENTS.length; index += 2)
  foldedUnits.set(REPLACEMENTS.charCodeAt(index), REPLACEMENTS.charCodeAt(index + 1));
for (const [firstCodeUnit, latin] of TRANSCRIPTIONS) {
  for (let index = 0; index < latin.length; index += 1) foldedUnits.set(firstCodeUnit + index, latin.charCodeAt(index));
}

/** Converts a UTF-16 code unit to lower case, without accents, in the script of the word lists. */
function foldUnit(codeUnit: number): number {
  if (codeUnit < 0x80) return codeUnit > 64 && codeUnit < 91 ? codeUnit + 32 : codeUnit;
  const cached = foldedUnits.get(codeUnit);
  if (cached !== undefined) return cached;
  const letter = String.fromCharCode(codeUnit).toLowerCase();
  const withoutAccents = letter.normalize("NFD").replace(/[\u0300-\u036f\u0653-\u0655]/g, "");
  // One unit must stay one unit, so that offsets do not change.
  const base = toDevanagari((withoutAccents.length === 1 ? withoutAccents : letter).charCodeAt(0));
  const folded = foldedUnits.get(base) ?? base;
  foldedUnits.set(codeUnit, folded);
  return folded;
}

/** Converts letters of the scripts of India, whose Unicode blocks have one order. Tamil has too few letters to share spellings. */
function toDevanagari(codeUnit: number): number {
  const isIndic = codeUnit >= 0x900 && codeUnit < 0xd80;
  const isTamil = codeUnit >= 0xb80 && codeUnit < 0xc00;
  const letter = isIndic && !isTamil ? 0x900 + (codeUnit & 0x7f) : codeUnit;
  // Long and short vowels that spellings mix: ii and i, short o and o.
  if (letter === 0x940) return 0x93f;
  return letter === 0x912 ? 0x913 : letter;
}

/** Converts a text to lower case without accents, for comparison. The length does not change. */
export function fold(text: string): string {
  let folded = "";
  for (let index = 0; index < text.length; index += 1) folded += String.fromCharCode(foldUnit(text.charCodeAt(index)));
  return folded;
}

const wordLetterCache = new Map<number, boolean>();

/** Whether a code unit is a letter of a script with spaces between words. */
export function isWordLetter(codeUnit: number): boolean {
  if (codeUnit < 0x80) return (codeUnit > 96 && codeUnit < 123) || (codeUnit > 64 && codeUnit < 91);
  let isLetter = wordLetterCache.get(codeUnit);
  if (isLetter === undefined) {
    isLetter = !isUnspacedScript(codeUnit) && /[\p{L}\p{M}]/u.test(String.fromCharCode(codeUnit));
    wordLetterCache.set(codeUnit, isLetter);
  }
  return isLetter;
}

/** Whether a code unit belongs to a script without spaces between words, or to Korean, which appends endings to words. */
export function isUnspacedScript(codeUnit: number): boolean {
  const isThaiOrLao = codeUnit >= 0xe00 && codeUnit < 0xf00;
  const isBurmese = codeUnit >= 0x1000 && codeUnit < 0x10a0;
  const isKhmer = codeUnit >= 0x1780 && codeUnit < 0x1800;
  const isEastAsian = codeUnit >= 0x3040 && codeUnit < 0xd7b0;
  return isThaiOrLao || isBurmese || isKhmer || isEastAsian;
}

/** Whether a code unit is an ASCII digit. */
export function isDigit(codeUnit: number): boolean {
  return codeUnit > 47 && codeUnit < 58;
}
