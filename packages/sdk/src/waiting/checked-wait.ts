/** What a loop without an end takes, a wait, and a wait for a link or a code. */
const loop = ["signal", "after", "lookback", "from", "subject", "match", "maxAge"];
const wait = ["timeout", "errorOnTimeout", ...loop];
const link = [...wait, "minConfidence", "pick"];
const code = [...link, "length", "alphabet", "pattern"];
/** Behind a mark of its own a wait is not told where to begin. */
const withoutPlace = (names: readonly string[]) => names.filter((name) => name !== "after" && name !== "lookback");

/** The options of each call that waits, beside the channel's own. */
export const waitOptions = {
  "messages()": loop,
  "waitForMessage()": wait,
  "waitForMessages()": ["count", ...wait],
  "waitForCode()": code,
  "waitForLink()": link,
  "expectMessage()": withoutPlace(wait),
  "expectCode()": withoutPlace(code),
  "expectLink()": withoutPlace(link),
};

/** A call that waits, as errors name it. */
export type WaitCall = keyof typeof waitOptions;

/** How far back a wait may look, in ms. */
const longestLookback = 3_600_000;

type Kind = readonly [is: (value: unknown) => boolean, sentence: string];

const isNumber = (value: unknown, least = 0, most = Number.POSITIVE_INFINITY) =>
  typeof value === "number" && value >= least && value <= most;
const isText = (value: unknown) => typeof value === "string";
// By its tag, for a pattern may come from another realm, as in Jest.
const isPattern = (value: unknown) => Object.prototype.toString.call(value) === "[object RegExp]";

const text: Kind = [isText, "a text"];
const textOrPattern: Kind = [(value) => isText(value) || isPattern(value), "a text or a pattern"];

/** What each option of a wait must be, beside those of every wait. */
const kinds: Record<string, Kind> = {
  lookback: [(value) => isNumber(value, 0, longestLookback), `a number of milliseconds from 0 to ${longestLookback}`],
  maxAge: [(value) => isNumber(value), "a number of milliseconds from 0"],
  after: text,
  to: text,
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
 * A filter or a limit of a wrong kind would take every message or none, which shows only after the wait.
 *
 * @throws TypeError or, for numbers, RangeError, naming the option.
 */
export function checkWait(options: { after?: unknown; lookback?: unknown }): void {
  if (options.lookback !== undefined && options.after !== undefined)
    throw new TypeError("Give `after` or `lookback`, not both.");
  for (const [name, value] of Object.entries(options)) {
    const kind = kinds[name];
    if (value === undefined || !kind || kind[0](value)) continue;
    const message = `\`${name}\` must be ${kind[1]}, not ${isText(value) ? JSON.stringify(value) : String(value)}.`;
    throw typeof value === "number" ? new RangeError(message) : new TypeError(message);
  }
}

function isLength(value: unknown): boolean {
  // Either end may be left out; what is no object has neither.
  const { min = 1, max } = Object(value) as { min?: number; max?: number };
  return isNumber(typeof value === "object" && value ? min : value, 1, max);
}
