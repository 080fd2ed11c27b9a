const SIGNATURE_START = /\n-- ?\n|\n[^\n©]{0,80}©/;
/** Companies must state their legal form in a mail, and some their share capital. */
const COMPANY_DETAILS =
  /(?<![\p{L}.])(?:GmbH|AG|Ltd|LLC|Inc|S\.?r\.?l|S\.?p\.?A|S\.[AL]|SAS|SARL|B\.V|Sp\. z o\.o|s\.r\.o|Kft|Zrt|AB|A\/S|Oy)(?!\p{L})|[Cc]apital|[Kk]apita|tőke|[Ss]ermaye|апитал|资本|資本/u;

/** Cuts off the signature and blanks lines with company details, so that share capital is not taken for an amount. Keeps offsets. */
export function blankFooter(text: string): string {
  const signatureStart = text.search(SIGNATURE_START);
  return text
    .slice(0, signatureStart < 0 ? undefined : signatureStart)
    .split("\n")
    .map((line) => (COMPANY_DETAILS.test(line) ? " ".repeat(line.length) : line))
    .join("\n");
}
