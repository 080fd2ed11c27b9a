import { extractCodes } from "../src/all.ts";

/** The kinds and values of the codes of a text that are more likely codes than not, such as `one_time 482913`. */
export function likelyCodes(text: string): string[] {
  return extractCodes(text).flatMap(({ value, kind, confidence }) => (confidence >= 0.5 ? [`${kind} ${value}`] : []));
}
