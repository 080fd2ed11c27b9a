/** An SMS inbox has at most two numbers. */
const maxNumbers = 2;

/** Returns the one or two numbers of a comma-separated list, as they are written; `null` if the text is anything else. */
export function parsePhoneNumbers(text: string): string[] | null {
  const numbers = text
    .split(",")
    .map((number) => number.trim())
    .filter(Boolean);
  const hasValidCount = numbers.length > 0 && numbers.length <= maxNumbers;
  return hasValidCount && numbers.every(isPhoneNumber) ? numbers : null;
}

/** Returns whether a text may be a number, with spaces and punctuation between its digits. The server checks it exactly. */
const isPhoneNumber = (text: string): boolean => /^\+?[\d ().-]{7,25}$/.test(text);
