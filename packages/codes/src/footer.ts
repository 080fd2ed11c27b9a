const signature = /\n-- ?\n|\n[^\n©]{0,80}©/;
/** Companies must name their legal form, and some their capital. */
const company =
  /(?<![\p{L}.])(?:GmbH|AG|Ltd|LLC|Inc|S\.?r\.?l|S\.?p\.?A|S\.[AL]|SAS|SARL|B\.V|Sp\. z o\.o|s\.r\.o|Kft|Zrt|AB|A\/S|Oy)(?!\p{L})|[Cc]apital|[Kk]apita|tőke|[Ss]ermaye|апитал|资本|資本/u;

/** A text as long as before, its signature cut off and the lines that name a company blank: an amount there is its capital. */
export function withoutFooter(text: string): string {
  const at = text.search(signature);
  return text
    .slice(0, at < 0 ? undefined : at)
    .split("\n")
    .map((line) => (company.test(line) ? " ".repeat(line.length) : line))
    .join("\n");
}
