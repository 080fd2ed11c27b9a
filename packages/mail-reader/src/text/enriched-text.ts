/** Parameter of a mark. The bounds here and below keep the search linear. */
const PARAM = /<param>[^<]{0,500}<\/param>/gi;
const ESCAPE_OR_MARK = /<<|<[^<>]{1,80}>/g;

/**
 * Converts text/enriched (RFC 1896), the markup of mail before HTML, to plain text: joins its lines except in `<nofill>` sections, drops
 * the tags and their parameters, and turns `<<` into `<`.
 */
export function enrichedToText(text: string): string {
  // `split` alternates text with the captured slash: odd indexes are "" (start) or "/" (end) of a nofill section.
  const sections = text.split(/<(\/?)nofill>/i).map((section, index, all) => {
    if (index % 2 === 1) return "";
    const isNofill = all[index - 1] === "";
    return isNofill ? section : joinFilledLines(section);
  });
  return collapseSpaces(
    sections
      .join("")
      .replace(PARAM, "")
      .replace(ESCAPE_OR_MARK, (mark) => (mark === "<<" ? "<" : "")),
  );
}

/**
 * Converts text/richtext (RFC 1341) to plain text. Line breaks are blanks there, `<nl>` is a line break and `<lt>` a `<`. Drops
 * comments and all other marks.
 */
export function richToText(text: string): string {
  return collapseSpaces(
    text
      .replace(/\s+/g, " ")
      // The bounds here keep the search linear.
      .replace(/<comment>[^<]{0,500}<\/comment>/gi, "")
      .replace(/<nl>/gi, "\n")
      .replace(/<\/?(?:paragraph|np|samepage)>/gi, "\n\n")
      .replace(/<[^<>]{1,80}>/g, (mark) => (mark.toLowerCase() === "<lt>" ? "<" : "")),
  );
}

/** Replaces one line break by a blank; keeps each further one. */
function joinFilledLines(text: string): string {
  return text.replace(/\n+/g, (breaks) => (breaks.length === 1 ? " " : "\n".repeat(breaks.length - 1)));
}

/** Collapses runs of blanks, removes blanks at line ends, and keeps at most one empty line. */
function collapseSpaces(text: string): string {
  return text
    .replace(/[ \t]{2,}/g, " ")
    .replace(/ *\n */g, "\n")
    .replace(/\n{3,}/g, "\n\n")
    .trim();
}
