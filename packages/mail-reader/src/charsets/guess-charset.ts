import { type Charset, requireCharset } from "./charsets.ts";

/** Bytes of a text that are examined. */
const MAX_SAMPLE_BYTES = 8192;
/** Minimum number of different characters. With fewer, a match could be chance. */
const MIN_DISTINCT = 4;

/**
 * Returns the charset of unlabelled text if the bytes are nearly unambiguous, else `null`. Detects Chinese, Japanese and
 * Korean by their byte pairs, and Russian by its most common letters. Accents in Western text are single bytes between ASCII
 * letters and match none of these.
 */
export function guessCharset(bytes: Uint8Array): Charset | null {
  const sample = bytes.subarray(0, MAX_SAMPLE_BYTES);
  const label = SCRIPT_DETECTORS.find((detector) => detector.matches(sample))?.label ?? guessRussian(sample);
  return label === undefined ? null : requireCharset(label);
}

/** Tests a byte and the byte after it. */
type PairTest = (lead: number, trail: number) => boolean;

interface ScriptDetector {
  label: string;
  matches(sample: Uint8Array): boolean;
}

/** Whether a byte is in the range that the EUC encodings use. */
const isHigh = (byte: number) => byte >= 0xa1 && byte <= 0xfe;

/**
 * Returns a test for byte pairs in one of these ranges. A pair is written as one number, `0xb0a1` for 0xB0 and 0xA1. It is in a
 * range if both of its bytes are between those of the first and of the last pair.
 */
function createPairTest(...ranges: [first: number, last: number][]): PairTest {
  return (lead, trail) =>
    ranges.some(([first, last]) => {
      const isLead = lead >= first >> 8 && lead <= last >> 8;
      return isLead && trail >= (first & 0xff) && trail <= (last & 0xff);
    });
}

const SCRIPT_DETECTORS: ScriptDetector[] = [
  createDetector("shift_jis", {
    // Signs and kana, then Chinese characters of the first and the second level.
    isPair: createPairTest([0x8140, 0x84fc], [0x8840, 0x9ffc], [0xe040, 0xeafc]),
    // Kana: every Japanese sentence contains some.
    isTypical: createPairTest([0x829f, 0x82ff], [0x8300, 0x8396]),
    minShare: 0.3,
  }),
  createDetector("euc-jp", {
    isPair: (lead, trail) => isHigh(lead) && isHigh(trail),
    isTypical: (lead) => lead === 0xa4 || lead === 0xa5,
    minShare: 0.3,
  }),
  createDetector("euc-kr", {
    isPair: (lead, trail) => isHigh(lead) && isHigh(trail),
    isTypical: (lead) => lead >= 0xb0 && lead <= 0xc8,
    minShare: 0.95,
  }),
  createDetector("gb18030", {
    isPair: (lead, trail) => lead >= 0xa1 && lead <= 0xf7 && isHigh(trail),
    // Everyday characters, sorted by pronunciation.
    isTypical: (lead) => lead >= 0xb0 && lead <= 0xd7,
    minShare: 0.85,
  }),
  createDetector("big5", {
    isPair: createPairTest([0xa140, 0xf97e], [0xa1a1, 0xf9fe]),
    isTypical: (lead) => lead >= 0xa4 && lead <= 0xc6,
    minShare: 0.85,
  }),
];

/**
 * Creates a detector of the charset `label`: all non-ASCII bytes must form valid pairs. Of the pairs that are no punctuation, a
 * share of `minShare` (0 to 1) must be typical of the language.
 */
function createDetector(
  label: string,
  { isPair, isTypical, minShare }: { isPair: PairTest; isTypical: PairTest; minShare: number },
): ScriptDetector {
  return {
    label,
    /** Returns whether all non-ASCII bytes form valid pairs, and enough of these are typical of the language. */
    matches(sample) {
      const occurrences = new Map<number, number>();
      let totalPairs = 0;
      let typicalPairs = 0;
      for (let index = 0; index < sample.length; index += 1) {
        const lead = sample[index] ?? 0;
        if (lead < 0x80) continue;
        index += 1;
        const trail = sample[index];
        if (trail === undefined) break;
        if (!isPair(lead, trail)) return false;
        // Punctuation occurs in all of these languages, so it speaks for none.
        if (isPunctuation(lead)) continue;
        totalPairs += 1;
        if (isTypical(lead, trail)) typicalPairs += 1;
        const pair = (lead << 8) | trail;
        occurrences.set(pair, (occurrences.get(pair) ?? 0) + 1);
      }
      // Such as a drawn line: two of its characters, each a single byte in another charset, look like one pair.
      const isMostlyOnePair = Math.max(...occurrences.values()) > totalPairs / 2;
      const isText = occurrences.size >= MIN_DISTINCT && !isMostlyOnePair;
      return isText && typicalPairs >= totalPairs * minShare;
    },
  };
}

/** Returns whether a lead byte is of punctuation and symbols: 0x81 in Shift JIS, the others in the remaining encodings. */
function isPunctuation(lead: number): boolean {
  return lead === 0x81 || (lead >= 0xa1 && lead <= 0xa3);
}

/** Bytes of о, е, а, и, н, т, which make up half of a Russian text. */
const COMMON_RUSSIAN_LETTERS = {
  "koi8-r": [0xcf, 0xc5, 0xc1, 0xc9, 0xce, 0xd4],
  "windows-1251": [0xee, 0xe5, 0xe0, 0xe8, 0xed, 0xf2],
};

const MIN_COMMON_RUSSIAN_SHARE = 0.35;
/** Fewer letters could be those of another script by chance. */
const MIN_RUSSIAN_LETTERS = 16;

/** Returns the label of a Russian charset if the text is mostly Cyrillic letters, and over a third of these are common ones. */
function guessRussian(sample: Uint8Array): string | undefined {
  // Both charsets have the Russian letters from 0xC0 on.
  const cyrillic = sample.filter((byte) => byte >= 0xc0);
  const isLatinLetter = (byte: number) => /[A-Za-z]/.test(String.fromCharCode(byte));
  const others = sample.filter((byte) => isLatinLetter(byte) || (byte >= 0x80 && byte < 0xc0));
  const isTooShort = cyrillic.length < MIN_RUSSIAN_LETTERS;
  const isMostlyOther = others.length > cyrillic.length;
  if (isTooShort || isMostlyOther) return undefined;
  return Object.entries(COMMON_RUSSIAN_LETTERS).find(([_label, commonLetters]) => {
    const common = cyrillic.filter((byte) => commonLetters.includes(byte));
    return common.length >= cyrillic.length * MIN_COMMON_RUSSIAN_SHARE && new Set(common).size >= MIN_DISTINCT;
  })?.[0];
}
