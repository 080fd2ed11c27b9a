/** Alphabets read in Latin letters, so that one word serves all its spellings, people's own transcriptions included. */
const alphabets: [start: number, latin: string][] = [
  [0x3b1, "abgdeziciklmnxoprsstufhpo"],
  [0x430, "abvgdezziiklmnoprstufhccss'y'eua"],
  [0x561, "abgdezeytzilhckhdgcmjnsocpjrsvtrcupkof"],
  [0x10d0, "abgdevztiklmnopzrstupkgkscccdcchjh"],
];
const single = "łløođdðdıiəeæaþtіiєeјjљlњnџdәeқkғgңnөoүuұuһhҳhҷcћcђdيیىیكکڈدډدڊدڪکۆوۇوککةه";
const folds = new Map<number, number>();
for (let index = 0; index < single.length; index += 2)
  folds.set(single.charCodeAt(index), single.charCodeAt(index + 1));
for (const [start, latin] of alphabets) {
  for (let index = 0; index < latin.length; index += 1) folds.set(start + index, latin.charCodeAt(index));
}

/** One UTF-16 unit for one: lower case, without the accents that people leave out, in the script its words are listed in. */
function foldUnit(unit: number): number {
  if (unit < 0x80) return unit > 64 && unit < 91 ? unit + 32 : unit;
  let folded = folds.get(unit);
  if (folded === undefined) {
    const letter = String.fromCharCode(unit).toLowerCase();
    const bare = letter.normalize("NFD").replace(/[\u0300-\u036f\u0653-\u0655]/g, "");
    folded = toDevanagari((bare.length === 1 ? bare : letter).charCodeAt(0));
    folded = folds.get(folded) ?? folded;
    folds.set(unit, folded);
  }
  return folded;
}

/** The scripts of India keep one order of letters; Tamil lacks too many to share spellings. */
function toDevanagari(unit: number): number {
  const inIndia = unit >= 0x900 && unit < 0xd80 && (unit < 0xb80 || unit >= 0xc00);
  const shared = inIndia ? 0x900 + (unit & 0x7f) : unit;
  return shared === 0x940 ? 0x93f : shared === 0x912 ? 0x913 : shared;
}

/** Folds a whole text, as long as before. */
export function fold(text: string): string {
  let folded = "";
  for (let index = 0; index < text.length; index += 1) folded += String.fromCharCode(foldUnit(text.charCodeAt(index)));
  return folded;
}

const kinds = new Map<number, boolean>();

/** Whether the unit is a letter of a script that parts its words; Chinese, Japanese, Korean, Thai and kin do not count. */
export function isWordLetter(unit: number): boolean {
  if (unit < 0x80) return (unit > 96 && unit < 123) || (unit > 64 && unit < 91);
  let letter = kinds.get(unit);
  if (letter === undefined) {
    letter = !isRunning(unit) && /[\p{L}\p{M}]/u.test(String.fromCharCode(unit));
    kinds.set(unit, letter);
  }
  return letter;
}

/** Whether the unit belongs to a script written without spaces, or with endings glued on as Korean has them. */
export function isRunning(unit: number): boolean {
  return (
    (unit >= 0xe00 && unit < 0xf00) ||
    (unit >= 0x1000 && unit < 0x10a0) ||
    (unit >= 0x1780 && unit < 0x1800) ||
    (unit >= 0x3040 && unit < 0xd7b0)
  );
}

export function isDigit(unit: number): boolean {
  return unit > 47 && unit < 58;
}
