// ASCII and C1 controls, and those that reverse the direction of text: it would show in another order than it has.
// biome-ignore lint/suspicious/noControlCharactersInRegex: the characters that control a terminal
const CONTROLS = /[\x00-\x1f\x7f-\x9f\u202a-\u202e\u2066-\u2069]/g;

/**
 * Escapes control characters as `\uXXXX`, so that text of servers and senders cannot steer the terminal. JSON keeps its
 * meaning, as it has the same escapes. Tabs and line breaks stay.
 */
export const escapeControls = (text: string): string =>
  text.replace(CONTROLS, (character) =>
    /[\t\n]/.test(character) ? character : `\\u${character.charCodeAt(0).toString(16).padStart(4, "0")}`,
  );

/** Replaces control characters, also tabs and line breaks, by `?`, for text within one line. */
export const replaceControls = (text: string): string => text.replace(CONTROLS, "?");
