// biome-ignore lint/suspicious/noControlCharactersInRegex: these are what terminals act on
const CONTROLS = /[\x00-\x08\x0b-\x1f\x7f-\x9f\u202a-\u202e\u2066-\u2069]/g;

/**
 * A line with what a terminal would act on written out, for servers and senders choose some of the words. In JSON it means
 * the same as before.
 */
export function toShown(line: string): string {
  return line.replace(CONTROLS, (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, "0")}`);
}
