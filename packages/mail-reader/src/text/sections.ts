/** Visible text of one leaf, or of one set of alternatives. */
export interface Section {
  type: "plain" | "html" | "enriched";
  text: string;
  /** Whether the part was truncated. */
  isTruncated: boolean;
}

/** Characters of a text to compare by words. */
const MAX_COMPARED_LENGTH = 100_000;
/** Longer plain texts say more than that the mail is HTML. */
const MAX_STUB_LENGTH = 400;

/** Chooses what to show of the alternatives of a multipart: all plain texts, or the HTML if these only ask to open it. */
export function chooseAlternative(alternatives: Section[][]): Section[] {
  const plainSections = alternatives.flat().filter(({ type }) => type === "plain");
  // The HTML, else the first alternative that has anything to show.
  const preferred =
    alternatives.find((sections) => sections.some(({ type }) => type === "html")) ??
    alternatives.find((sections) => sections.length > 0) ??
    [];
  if (plainSections.length === 0) return preferred;
  // Several plain texts may be the same.
  const text = [...new Set(plainSections.map((section) => section.text.trim()))].join("\n\n");
  const plain: Section = { type: "plain", text, isTruncated: plainSections.some(({ isTruncated }) => isTruncated) };
  // The preferred alternative may have plain text too, such as a footer, which is in `plain` already.
  const richSections = preferred.filter(({ type }) => type !== "plain");
  // A stub only says that the mail is HTML.
  if (richSections.length === 0 || !isStub(text, richSections)) return [plain];
  // A number in the stub may be the mail's code, even its only copy.
  const hasNumber = /\d/.test(withoutUrls(text));
  return hasNumber ? [plain, ...richSections] : richSections;
}

/**
 * Returns whether a plain text only says that the mail is HTML. It does if the words around "HTML" are missing in the HTML part:
 * a text about HTML has them in both.
 */
function isStub(text: string, richSections: Section[]): boolean {
  const words = wordsOf(withoutUrls(text));
  // In scripts without blanks, "HTML" is part of a longer word: HTML形式のメール.
  const htmlIndex = words.findIndex((word) => /(?<![a-z0-9])html(?![a-z0-9])/.test(word));
  // A longer text says more than that the mail is HTML.
  if (text.length > MAX_STUB_LENGTH || htmlIndex < 0) return false;
  // Three words with "HTML" in their middle, or at an end of the text.
  const start = Math.max(0, Math.min(htmlIndex - 1, words.length - 3));
  const phrase = words.slice(start, start + 3);
  const richWords = wordsOf(richSections.map((section) => section.text).join("\n"));
  const isInRichText = ` ${richWords.join(" ")} `.includes(` ${phrase.join(" ")} `);
  // Fewer words, such as "HTML mail", say nothing about HTML.
  return phrase.length < 3 || !isInRichText;
}

function withoutUrls(text: string): string {
  return text.replace(/https?:\S+/g, "");
}

/** Joins the texts of a mail's sections. Skips HTML next to plain text, such as a list footer, unless it adds new words. */
export function joinSections(sections: Section[]): { text: string; isTruncated: boolean } {
  const plainTexts = sections.filter(({ type }) => type === "plain").map(({ text }) => text);
  const isMixed = plainTexts.length > 0 && plainTexts.length < sections.length;
  const plainWords = isMixed ? new Set(wordsOf(plainTexts.join("\n"))) : null;
  const shown = sections.filter(({ type, text }) => type === "plain" || !plainWords || hasNewWords(plainWords, text));
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
