const namesOf = (names: string) => new Set(names.split(" "));

/** Elements without content and closing tag. */
export const voidElements = namesOf("area base br col embed hr img input link meta param source track wbr");

/** Block elements with an empty line before them, and after them except for headings. */
const paragraphs = namesOf("blockquote dir h1 h2 h3 h4 h5 h6 hr menu ol p pre table ul");
/** Other block elements: each begins and ends a line. Unknown elements are inline. */
const lines = namesOf(
  "address article aside body caption center dd details div dl dt fieldset figcaption figure footer form header html legend li main nav option section summary tbody tfoot thead tr",
);
const heading = /^h[1-6]$/;

/** Returns how many line breaks an element demands at its opening tag: 2 if a line stays empty, 0 for inline elements. */
export function marginBefore(name: string): number {
  if (paragraphs.has(name)) return 2;
  return lines.has(name) ? 1 : 0;
}

/** Returns how many line breaks an element demands at its closing tag. Text after a heading follows without an empty line. */
export function marginAfter(name: string): number {
  return heading.test(name) ? 1 : marginBefore(name);
}

/** Table cells and form controls: their text is separated from the text beside them. */
export const separateElements = namesOf("td th button input select textarea");

export const listElements = namesOf("ul ol menu dir");

/** Elements with an optional closing tag, and the tags that end them implicitly. A block ends a paragraph. */
const implicitEnds = new Map([
  ["li", /^li$/],
  ["td", /^(?:t[dhr]|tbody)$/],
  ["th", /^(?:t[dhr]|tbody)$/],
  ["tr", /^(?:tr|tbody)$/],
  ["dt", /^d[dt]$/],
  ["dd", /^d[dt]$/],
  ["option", /^option$/],
]);

/** Whether an open element without a closing tag ends where an element `nextName` begins: HTML lets pages omit `</p>` or `</li>`. */
export function endsImplicitly(openName: string, nextName: string): boolean {
  // Every block ends a paragraph.
  if (openName === "p") return marginBefore(nextName) > 0;
  return implicitEnds.get(openName)?.test(nextName) ?? false;
}
