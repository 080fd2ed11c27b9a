import { isNode, LineCounter, parseDocument } from "yaml";

/** The keys that lead to a place in openapi.yaml, from its root. */
export type Place = readonly (string | number)[];

/** Something in openapi.yaml that nothing would check, so that the contract would promise what the server does not hold. */
export class NotCarriedError extends Error {
  override readonly name = "NotCarriedError";
  readonly place: Place;

  constructor(place: Place, why: string) {
    super(why);
    this.place = place;
  }
}

/** `openapi.yaml:877, components.parameters.After.schema: …`, for the person who has just edited it. */
export function describeNotCarried({ place, message }: NotCarriedError, source: string): string {
  const line = lineOf(place, source);
  return `openapi.yaml${line === null ? "" : `:${line}`}, ${place.join(".")}: ${message}`;
}

/** The line of a place; of one that stands elsewhere by a YAML alias, the line of the nearest thing around it. */
function lineOf(place: Place, source: string): number | null {
  const lineCounter = new LineCounter();
  const document = parseDocument(source, { merge: true, lineCounter });
  for (let length = place.length; length > 0; length--) {
    const node = document.getIn(place.slice(0, length), true);
    if (isNode(node) && node.range) return lineCounter.linePos(node.range[0]).line;
  }
  return null;
}
