// biome-ignore lint/suspicious/noControlCharactersInRegex: the characters that control a terminal
const CONTROLS = /[\x00-\x08\x0b-\x1f\x7f-\x9f\u202a-\u202e\u2066-\u2069]/g;

/**
 * Escapes control characters as `\uXXXX`, so that text of servers and senders cannot steer the terminal. JSON keeps its
 * meaning.
 */
export function escapeControls(line: string): string {
  return line.replace(CONTROLS, (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, "0")}`);
}
