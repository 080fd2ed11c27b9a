/** Visible text of one leaf, or of one set of alternatives. */
export interface Section {
  type: "plain" | "html" | "enriched";
  text: string;
  /** Whether the part was truncated. */
  isTruncated: boolean;
}

/** Characters of a text to compare by words. */
const MAX_COMPARED_LENGTH = 100_000;
/** Longer plain texts say more than that the mail is HTML, or that a code follows. */
const MAX_STUB_LENGTH = 400;
/** A number of 4 to 8 digits, such as 482913 or 482-913. Not a year alone or a date such as 2026-11-28. */
const NUMBER_LIKE_CODE =
  /(?<![\p{L}\p{N}]|\d-)(?!(?:19|20)\d\d(?:-\d\d-\d\d)?(?![\p{L}\p{N}-]))\d(?:[ -]?\d){3,7}(?![\p{L}\p{N}])/u;

/** Returns the alternative to prefer to plain text: the HTML, else the first that has anything to show, perhaps plain text itself. */
function findRichest(alternatives: Section[][]): Section[] {
  const html = alternatives.find((sections) => sections.some(({ type }) => type === "html"));
  return html ?? alternatives.find((sections) => sections.length > 0) ?? [];
}

/**
 * Chooses what to show of the alternatives of a multipart: all plain texts, or the HTML if these only ask to open it, or if only the HTML
 * has the number that may be the mail's code.
 */
export function chooseAlternative(alternatives: Section[][]): Section[] {
  const plainSections = alternatives.flat().filter(({ type }) => type === "plain");
  const richest = findRichest(alternatives);
  if (plainSections.length === 0) return richest;
  const distinctTexts = new Set(plainSections.map((section) => section.text.trim()));
  const text = [...distinctTexts].join("\n\n");
  const plain: Section = { type: "plain", text, isTruncated: plainSections.some(({ isTruncated }) => isTruncated) };
  const richSections = richest.filter(({ type }) => type !== "plain");
  const isOnlyStub = richSections.length > 0 && isStub(text, richSections);
  // A number in the stub may be the mail's code, even its only copy.
  if (isOnlyStub) return hasDigit(text) ? [plain, ...richSections] : richSections;
  const richText = joinTexts(richSections);
  if (!addsCode(text, richText)) return [plain];
  const saysMoreThanHtml = hasNewWords(new Set(wordsOf(richText)), text);
  return saysMoreThanHtml ? [plain, ...richSections] : richSections;
}

/** Returns whether a text has a number that may be a code, and the plain text beside it is short and has no number at all. */
function addsCode(plainText: string, otherText: string): boolean {
  if (plainText.length > MAX_STUB_LENGTH || hasDigit(plainText)) return false;
  return NUMBER_LIKE_CODE.test(withoutUrls(otherText.slice(0, MAX_COMPARED_LENGTH)));
}

/** Returns whether a text has a digit outside its URLs. */
function hasDigit(text: string): boolean {
  return /\d/.test(withoutUrls(text));
}

function joinTexts(sections: Section[]): string {
  return sections.map((section) => section.text).join("\n");
}

/** Returns three words with the one at `index` in their middle, or at an end of the text. Fewer if the text has fewer. */
function phraseAround(words: string[], index: number): string[] {
  const start = Math.max(0, Math.min(index - 1, words.length - 3));
  return words.slice(start, start + 3);
}

/**
 * Returns whether a plain text only says that the mail is HTML. It does if the words around "HTML" are missing in the HTML part:
 * a text about HTML has them in both.
 */
function isStub(text: string, richSections: Section[]): boolean {
  const words = wordsOf(withoutUrls(text));
  // In scripts without blanks, "HTML" is part of a longer word: HTML形式のメール.
  const htmlIndex = words.findIndex((word) => /(?<![a-z0-9])html(?![a-z0-9])/.test(word));
  if (text.length > MAX_STUB_LENGTH || htmlIndex < 0) return false;
  const phrase = phraseAround(words, htmlIndex);
  const richWords = wordsOf(joinTexts(richSections));
  const isInRichText = ` ${richWords.join(" ")} `.includes(` ${phrase.join(" ")} `);
  const isTooShortToBeAboutHtml = phrase.length < 3;
  return isTooShortToBeAboutHtml || !isInRichText;
}

function withoutUrls(text: string): string {
  return text.replace(/https?:\S+/g, "");
}

/** Joins the texts of a mail's sections. Skips HTML next to plain text, such as a list footer, unless it adds new words or a code. */
export function joinSections(sections: Section[]): { text: string; isTruncated: boolean } {
  const plainSections = sections.filter(({ type }) => type === "plain");
  const isMixed = plainSections.length > 0 && plainSections.length < sections.length;
  const plainText = joinTexts(plainSections);
  const plainWords = isMixed ? new Set(wordsOf(plainText)) : null;
  const shown = sections.filter(
    ({ type, text }) => type === "plain" || !plainWords || hasNewWords(plainWords, text) || addsCode(plainText, text),
  );
  return {
    // Not `trim`: the first line keeps its indentation.
    text: shown.map(({ text }) => text.replace(/^(?:[ \t]*\n)+/, "").trimEnd()).join("\n\n"),
    isTruncated: shown.some(({ isTruncated }) => isTruncated),
  };
}

/** Returns whether more than a fifth of the text's words are not among `knownWords`. Fewer may differ between two forms of one text. */
function hasNewWords(knownWords: Set<string>, text: string): boolean {
  const words = [...new Set(wordsOf(text))];
  return words.filter((word) => !knownWords.has(word)).length > words.length * 0.2;
}

/** Returns the words of a text in lower case. Only the beginning of a very long text is compared. */
function wordsOf(text: string): string[] {
  return (
    text
      .slice(0, MAX_COMPARED_LENGTH)
      .toLowerCase()
      .match(/[\p{L}\p{N}]+/gu) ?? []
  );
}
