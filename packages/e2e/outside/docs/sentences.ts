/** Returns the mean number of words in the sentences of a page: of its paragraphs and list items. */
export function meanSentenceLength(markdown: string): number {
  const prose = markdown
    .replace(/^```.*?^```/gms, "")
    .replace(/^#.*$/gm, "")
    .replace(/^\|.*$/gm, "")
    .replace(/<!--.*?-->/gs, "")
    // Code and the target of a link are one word, whatever is in them.
    .replace(/`[^`]+`/g, "code")
    .replace(/!?\[([^\]]*)\]\([^)]*\)/g, "$1");
  const blocks = prose.split(/\n\s*\n|^\s*(?:[-*]|\d+\.) /m);
  const sentences = blocks.flatMap((block) => block.replace(/\s+/g, " ").split(/(?<=[.!?])\s+/));
  const lengths = sentences.map((sentence) => sentence.match(/[\p{L}\p{N}][\p{L}\p{N}'’.-]*/gu)?.length ?? 0);
  // One or two words, such as the label of an item, are no sentence.
  const counted = lengths.filter((length) => length > 2);
  if (counted.length === 0) return 0;
  return counted.reduce((sum, length) => sum + length, 0) / counted.length;
}
