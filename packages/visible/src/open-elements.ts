import { endsImplicitly } from "./elements.ts";
import type { TextStyle } from "./style.ts";
import type { TextContext } from "./text-layout.ts";

/** Element whose closing tag has not been read, with what its content inherits. */
export interface OpenElement extends TextContext {
  name: string;
  style: TextStyle;
  /** Whether `style` shows text. */
  isVisible: boolean;
  /** The innermost list around the content; `null` outside of lists. */
  list: OpenList | null;
  /** Hides its content. An unclosed element hides nothing, else one missing tag would hide the whole page. */
  isHiding: boolean;
  /** Called when the element is closed: ends a link, or drops hidden content. */
  onClose: (() => void) | null;
}

export interface OpenList {
  /** Number of the next item; `null` in a list with bullets. */
  nextNumber: number | null;
}

/** The elements around the current position, the innermost last. A stack, because the sender controls the depth of a page. */
export interface OpenElements {
  /** The first element is the page itself, which stays open. */
  stack: OpenElement[];
  innermost: OpenElement;
  /** How many elements of each name are open: most closing tags without an open element are found without a search. */
  counts: Map<string, number>;
  /** How many of the elements hide their content. */
  hidingCount: number;
}

/** Closing tags of other elements do not reach beyond these (HTML parsing scopes). */
const scopeElement = /^(?:td|th|table|caption)$/;
/** Deeper elements are ignored, but not their text. Browsers stop at some 500. */
const maxDepth = 10_000;
/** Open elements to search for the one that a closing tag closes. */
const maxCloseDepth = 200;

/** Opens an element inside the innermost one. In a page nested too deeply it is ignored: its text counts as that of the innermost one. */
export function pushElement(open: OpenElements, element: OpenElement): void {
  if (open.stack.length > maxDepth) return;
  open.stack.push(element);
  open.innermost = element;
  if (element.isHiding) open.hidingCount += 1;
  open.counts.set(element.name, (open.counts.get(element.name) ?? 0) + 1);
}

/** Closes the innermost element if a tag with this name ends it implicitly. */
export function closeBefore(open: OpenElements, name: string): void {
  if (endsImplicitly(open.innermost.name, name)) closeInnermost(open);
}

/** Closes the innermost element with a name, and all elements inside it. Returns `undefined` if the closing tag closes none. */
export function closeElement(open: OpenElements, name: string): OpenElement | undefined {
  // 0 is the page itself, which no tag closes. `counts` saves the search if no element of this name is open.
  const index = open.counts.get(name) ? indexToClose(open.stack, name) : 0;
  const element = index > 0 ? open.stack[index] : undefined;
  while (element && open.stack.length > index) closeInnermost(open);
  return element;
}

/** Closes the innermost element. `onClose` may undo what a hidden element has written. */
function closeInnermost(open: OpenElements): void {
  const { innermost, stack, counts } = open;
  counts.set(innermost.name, (counts.get(innermost.name) ?? 1) - 1);
  stack.pop();
  // `??` only for the compiler: the page itself, the first in the stack, is never closed.
  open.innermost = stack.at(-1) ?? innermost;
  if (innermost.isHiding) open.hidingCount -= 1;
  innermost.onClose?.();
}

/**
 * Returns the index of the element that a closing tag `name` closes, or 0, the page itself, for none. A tag inside a table cell
 * closes nothing outside it, except for the tags of the table, such as `</tr>`. Searches only the innermost elements
 * (`maxCloseDepth`), so that a hostile page stays cheap.
 */
function indexToClose(stack: OpenElement[], name: string): number {
  // `table`, `tbody`, `tr` and the like. Other elements with a t, such as `<tt>`, are hardly ever open around a table.
  const isTablePart = /^t|^caption/.test(name);
  const lastSearched = Math.max(1, stack.length - maxCloseDepth + 1);
  for (let index = stack.length - 1; index >= lastSearched; index -= 1) {
    const openName = stack[index]?.name ?? "";
    if (openName === name) return index;
    if (scopeElement.test(openName) && !isTablePart) return 0;
  }
  return 0;
}
