/** Latin transcriptions of Greek, Cyrillic, Armenian and Georgian, so that one word list also serves what people transcribe. */
const TRANSCRIPTIONS: [firstCodeUnit: number, latin: string][] = [
  [0x3b1, "abgdeziciklmnxoprsstufhpo"],
  [0x430, "abvgdezziiklmnoprstufhccss'y'eua"],
  [0x561, "abgdezeytzilhckhdgcmjnsocpjrsvtrcupkof"],
  [0x10d0, "abgdevztiklmnopzrstupkgkscccdcchjh"],
];
/** Pairs: a letter, and the letter that replaces it. */
const REPLACEMENTS = "łløođdðdıiəeæaþtіiєeјjљlњnџdәeқkғgңnөoүuұuһhҳhҷcћcђdيیىیكکڈدډدڊدڪکۆوۇوککةه";
/** How many UTF-16 code units there are. */
export const CODE_UNITS = 65_536;
/** The folded form of each code unit that was met; 0 for the others. An array is several times as fast as a map. */
const foldedUnits = new Uint16Array(CODE_UNITS);
for (let index = 0; index < REPLACEMENTS.length; index += 2)
  foldedUnits[REPLACEMENTS.charCodeAt(index)] = REPLACEMENTS.charCodeAt(index + 1);
for (const [firstCodeUnit, latin] of TRANSCRIPTIONS) {
  for (let index = 0; index < latin.length; index += 1) foldedUnits[firstCodeUnit + index] = latin.charCodeAt(index);
}

/**
 * Converts a UTF-16 code unit to a lower-case letter without accents. Greek, Cyrillic, Armenian and Georgian become Latin, the scripts of
 * India Devanagari, as in the word lists. Always returns one code unit, so that offsets do not change.
 */
function foldUnit(codeUnit: number): number {
  const letter = String.fromCharCode(codeUnit).toLowerCase();
  const withoutAccents = letter.normalize("NFD").replace(/[\u0300-\u036f\u0653-\u0655]/g, "");
  const base = toDevanagari((withoutAccents.length === 1 ? withoutAccents : letter).charCodeAt(0));
  const transcription = foldedUnits[base]; // the cache has the Latin letters of those scripts from the start
  return transcription || base;
}

/**
 * Converts a letter of another script of India to Devanagari, so that one word list serves all: their Unicode blocks of 0x80
 * letters have the same order. Tamil has too few letters to share spellings.
 */
function toDevanagari(codeUnit: number): number {
  const isIndic = codeUnit >= 0x900 && codeUnit < 0xd80;
  const isTamil = codeUnit >= 0xb80 && codeUnit < 0xc00;
  const letter = isIndic && !isTamil ? 0x900 + (codeUnit & 0x7f) : codeUnit;
  // Spellings mix long and short vowels, so each pair becomes one letter: ii and i, short o and o.
  if (letter === 0x940) return 0x93f;
  if (letter === 0x912) return 0x913;
  return letter;
}

export const ASCII_ONLY = /^[\0-\x7f]*$/;

/** Converts a text to lower case without accents, to search it for known words. The length does not change. */
export function fold(text: string): string {
  if (ASCII_ONLY.test(text)) return text.toLowerCase();
  const chunks: string[] = [];
  const maxArguments = 4_096;
  for (let start = 0; start < text.length; start += maxArguments) {
    const units: number[] = [];
    const end = Math.min(start + maxArguments, text.length);
    for (let index = start; index < end; index += 1) units.push(foldCached(text.charCodeAt(index)));
    chunks.push(String.fromCharCode(...units));
  }
  return chunks.join("");
}

/** Returns the folded form of a code unit, which is computed once. */
function foldCached(codeUnit: number): number {
  foldedUnits[codeUnit] ||= foldUnit(codeUnit);
  return foldedUnits[codeUnit];
}

const NOT_YET_KNOWN = 0;
const WORD_LETTER = 1;
const NO_WORD_LETTER = 2;
/** One of the three values above for each code unit, because testing a letter with a pattern is slow. */
const wordLetterCache = new Uint8Array(CODE_UNITS);

/** Whether a code unit is a letter of a script with spaces between words. */
export function isWordLetter(codeUnit: number): boolean {
  const cached = wordLetterCache[codeUnit] ?? NOT_YET_KNOWN;
  if (cached !== NOT_YET_KNOWN) return cached === WORD_LETTER;
  const isLetter = !isUnspacedScript(codeUnit) && /[\p{L}\p{M}]/u.test(String.fromCharCode(codeUnit));
  wordLetterCache[codeUnit] = isLetter ? WORD_LETTER : NO_WORD_LETTER;
  return isLetter;
}

/** First code unit of each block, and the first after it. */
const UNSPACED_BLOCKS = [
  /** Thai and Lao. */
  [0xe00, 0xf00],
  /** Burmese. */
  [0x1000, 0x10a0],
  /** Khmer. */
  [0x1780, 0x1800],
  /** Japanese, Chinese and Korean. */
  [0x3040, 0xd7b0],
] as const;

/** Whether a code unit belongs to a script without spaces between words, or to Korean, which appends endings to words. */
export function isUnspacedScript(codeUnit: number): boolean {
  // Called for each code unit: nearly all of them are below the first block.
  return (
    codeUnit >= UNSPACED_BLOCKS[0][0] && UNSPACED_BLOCKS.some(([first, end]) => codeUnit >= first && codeUnit < end)
  );
}

/** Whether a code unit is an ASCII digit. */
export function isDigit(codeUnit: number): boolean {
  return codeUnit > 47 && codeUnit < 58;
}
