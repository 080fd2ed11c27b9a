/** Where each script's digits begin; ten follow one another. Full-width ones are folded by NFKC. */
const zeros = [
  0x660, 0x6f0, 0x7c0, 0x966, 0x9e6, 0xa66, 0xae6, 0xb66, 0xbe6, 0xc66, 0xce6, 0xd66, 0xde6, 0xe50, 0xed0, 0xf20,
  0x1040, 0x1090, 0x17e0, 0x1810, 0x1946, 0x19d0, 0x1a80, 0x1a90, 0x1b50, 0x1bb0, 0x1c40, 0x1c50, 0xa620, 0xa8d0,
  0xa900, 0xa9d0, 0xa9f0, 0xaa50, 0xabf0,
];
const digits = new Map(zeros.flatMap((zero) => Array.from({ length: 10 }, (_, value) => [zero + value, 48 + value])));

const plain: Record<string, string> = {
  ł: "l",
  ø: "o",
  đ: "d",
  ð: "d",
  ı: "i",
  ə: "e",
  æ: "ae"[0] ?? "",
  þ: "t",
  ς: "σ",
  ي: "ی",
  ك: "ک",
  ى: "ی",
};

const folds = new Map<number, number>();

/** One UTF-16 unit for one: lower case, without the accents that people leave out. */
export function foldUnit(unit: number): number {
  if (unit < 0x80) return unit > 64 && unit < 91 ? unit + 32 : unit;
  let folded = folds.get(unit);
  if (folded === undefined) {
    const letter = String.fromCharCode(unit).toLowerCase();
    const bare = letter.normalize("NFD").replace(/[\u0300-\u036f\u0653-\u0655]/g, "");
    folded = (bare.length === 1 ? (plain[bare] ?? bare) : (plain[letter] ?? letter)).charCodeAt(0);
    folds.set(unit, folded);
  }
  return folded;
}

/** The ASCII digit a unit stands for in its script, else the unit itself. */
export function digitUnit(unit: number): number {
  return unit < 0x660 ? unit : (digits.get(unit) ?? unit);
}

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
