// Option names of an endless loop, of a wait, and of a wait for a link or a code.
const loop = ["signal", "after", "lookback", "from", "subject", "match", "maxAge"];
const wait = ["timeout", "errorOnTimeout", ...loop];
const link = [...wait, "minConfidence", "pick"];
const code = [...link, "length", "alphabet", "pattern"];
/** `expect…()` sets the start itself. */
const withoutStart = (names: readonly string[]) => names.filter((name) => name !== "after" && name !== "lookback");

/** Option names of each call that waits; a channel adds its own. */
export const waitOptions = {
  "messages()": loop,
  "waitForMessage()": wait,
  "waitForMessages()": ["count", ...wait],
  "waitForCode()": code,
  "waitForLink()": link,
  "expectMessage()": withoutStart(wait),
  "expectCode()": withoutStart(code),
  "expectLink()": withoutStart(link),
  "expectNothing()": withoutStart(loop),
};

/** Name of a call that waits, as in error messages. */
export type WaitCall = keyof typeof waitOptions;

/** The server looks back one hour at most. */
const maxLookbackMs = 3_600_000;

type OptionKind = readonly [isValid: (value: unknown) => boolean, description: string];

const isNumber = (value: unknown, min = 0, max = Number.POSITIVE_INFINITY) =>
  typeof value === "number" && value >= min && value <= max;
const isText = (value: unknown) => typeof value === "string";
// By tag instead of `instanceof`: in Jest a pattern comes from another realm.
const isPattern = (value: unknown) => Object.prototype.toString.call(value) === "[object RegExp]";

const text: OptionKind = [isText, "a text"];
const textOrPattern: OptionKind = [(value) => isText(value) || isPattern(value), "a text or a pattern"];

/** The valid values of each option that only some waits have. */
const optionKinds: Record<string, OptionKind> = {
  lookback: [(value) => isNumber(value, 0, maxLookbackMs), `a number of milliseconds from 0 to ${maxLookbackMs}`],
  maxAge: [(value) => isNumber(value), "a number of milliseconds from 0"],
  after: text,
  to: text,
  authenticated: [(value) => typeof value === "boolean", "true or false"],
  alphabet: text,
  from: textOrPattern,
  subject: textOrPattern,
  phone: [(value) => isText(value) && /\d/.test(`${value}`), "a text with digits"],
  match: [(value) => typeof value === "function", "a function"],
  minConfidence: [(value) => isNumber(value, 0, 1), "a number from 0 to 1"],
  pick: [(value) => value === "newest" || value === "first", "newest or first"],
  length: [isLength, "a number from 1, or { min, max }"],
  pattern: [isPattern, "a pattern"],
};

/**
 * Checks the values of options: a filter of the wrong type would match every message or none, and only the time-out would
 * show it.
 *
 * @throws TypeError or, for numbers, RangeError, naming the option
 */
export function checkWaitOptions(options: { after?: unknown; lookback?: unknown }): void {
  if (options.lookback !== undefined && options.after !== undefined)
    throw new TypeError("Give `after` or `lookback`, not both.");
  for (const [name, value] of Object.entries(options)) {
    const kind = optionKinds[name];
    // The caller checks the names, and the options that every wait has.
    if (value === undefined || !kind) continue;
    const [isValid, description] = kind;
    if (isValid(value)) continue;
    const message = `\`${name}\` must be ${description}, not ${isText(value) ? JSON.stringify(value) : String(value)}.`;
    throw typeof value === "number" ? new RangeError(message) : new TypeError(message);
  }
}

/** Whether the value is a length from 1, or `{ min, max }` with either left out. */
function isLength(value: unknown): boolean {
  if (typeof value !== "object" || value === null) return isNumber(value, 1);
  // The caller may have passed any type.
  const { min = 1, max = Number.POSITIVE_INFINITY } = value as { min?: unknown; max?: unknown };
  return isNumber(min, 1) && isNumber(max, Number(min));
}
