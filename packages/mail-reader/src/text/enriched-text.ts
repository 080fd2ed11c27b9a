/** Text with marks in angle brackets, as mail knew it before HTML: text/enriched (RFC 1896) as plain text. */
export function enrichedToText(text: string): string {
  return collapseSpaces(
    text
      .split(/<(\/?)nofill>/i)
      // The pieces take turns with what the group caught: a slash where a stretch without filling ends.
      .map((piece, index, pieces) => (index % 2 === 1 ? "" : pieces[index - 1] === "" ? piece : joinFilledLines(piece)))
      .join("")
      .replace(/<param>[^<]{0,500}<\/param>/gi, "")
      .replace(/<<|<[^<>]{1,80}>/g, (mark) => (mark === "<<" ? "<" : "")),
  );
}

/** Its elder, text/richtext (RFC 1341), in which a line break means nothing and `<nl>` is one. */
export function richToText(text: string): string {
  return collapseSpaces(
    text
      .replace(/\s+/g, " ")
      .replace(/<comment>[^<]{0,500}<\/comment>/gi, "")
      .replace(/<nl>/gi, "\n")
      .replace(/<\/?(?:paragraph|np|samepage)>/gi, "\n\n")
      .replace(/<[^<>]{1,80}>/g, (mark) => (mark.toLowerCase() === "<lt>" ? "<" : "")),
  );
}

/** One line break is a blank, each further one a line break. */
function joinFilledLines(text: string): string {
  return text.replace(/\n+/g, (breaks) => (breaks.length === 1 ? " " : "\n".repeat(breaks.length - 1)));
}

function collapseSpaces(text: string): string {
  return text
    .replace(/[ \t]{2,}/g, " ")
    .replace(/ *\n */g, "\n")
    .replace(/\n{3,}/g, "\n\n")
    .trim();
}
