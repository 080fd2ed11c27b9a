/** What a wait is told that takes any message. */
export const plainOptions = ["timeout", "signal", "errorOnTimeout"];

/** A misspelt option must not be taken for a default. @throws TypeError naming it. */
export function checkOptions(options: object, known: readonly string[], call: string): void {
  if (Object(options) !== options) throw new TypeError(`${call} takes its options as an object.`);
  for (const name of Object.keys(options))
    if (!known.includes(name))
      throw new TypeError(
        `${call} has no option \`${name}\`. It has ${known.map((each) => `\`${each}\``).join(", ")}.`,
      );
}

/** @throws RangeError for what is no time to wait, in ms. */
export function checkTimeout(timeout: unknown): void {
  if (timeout !== undefined && !(typeof timeout === "number" && timeout >= 0))
    throw new RangeError(`\`timeout\` must be a number of milliseconds from 0, not ${timeout}.`);
}
