/** Attributes that a browser needs, and that say nothing to a person. */
const LEFT_OUT = new Set(["xmlns", "viewBox"]);

/** Returns what is drawn, an element or text a line: what a person sees, and what screen readers and style sheets go by. */
export function toOutline(root: Element): string {
  const lines: string[] = [];
  for (const child of root.childNodes) addLines(child, "", lines);
  return `${lines.join("\n")}\n`;
}

function addLines(node: Node, indent: string, lines: string[]): void {
  if (node.nodeType === Node.TEXT_NODE) return void addText(node.textContent ?? "", indent, lines);
  if (!(node instanceof Element)) return;
  const { localName } = node;
  // An age depends on when it is drawn, and the title on the time zone.
  if (node instanceof HTMLTimeElement) return void lines.push(`${indent}<time datetime="${node.dateTime}">`);
  lines.push(`${indent}<${[localName, ...attributesOf(node), ...stateOf(node)].join(" ")}>`);
  for (const child of node.childNodes) addLines(child, `${indent}  `, lines);
}

/** Joins what is several nodes to Preact and one text to a person. */
function addText(text: string, indent: string, lines: string[]): void {
  if (text === "") return;
  const last = lines.at(-1);
  const follows = last?.startsWith(`${indent}"`) ?? false;
  if (follows) lines[lines.length - 1] = `${last!.slice(0, -1)}${text}"`;
  else lines.push(`${indent}"${text}"`);
}

function attributesOf({ attributes }: Element): string[] {
  return [...attributes]
    .filter(({ name }) => !LEFT_OUT.has(name))
    .map(({ name, value }) => (value === "" ? name : `${name}="${value}"`))
    .sort();
}

/** What a person has entered or chosen is no attribute. */
function stateOf(element: Element): string[] {
  if (element instanceof HTMLInputElement && ["checkbox", "radio"].includes(element.type))
    return element.checked ? ["checked"] : [];
  const isField =
    element instanceof HTMLInputElement ||
    element instanceof HTMLTextAreaElement ||
    element instanceof HTMLSelectElement;
  return isField ? [`holding="${element.value}"`] : [];
}
