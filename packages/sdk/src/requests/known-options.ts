/** Options of a wait without filters. */
export const commonWaitOptions = ["timeout", "signal", "errorOnTimeout"];

/** Rejects unknown option names, so that a misspelt one is not silently ignored. @throws TypeError naming it */
export function checkOptions(options: object, known: readonly string[], call: string): void {
  // `Object()` returns objects unchanged and wraps anything else, such as a text or `null`.
  if (Object(options) !== options) throw new TypeError(`${call} takes its options as an object.`);
  for (const name of Object.keys(options))
    if (!known.includes(name))
      throw new TypeError(
        `${call} has no option \`${name}\`. It has ${known.map((option) => `\`${option}\``).join(", ")}.`,
      );
}

/** @throws RangeError unless `timeout` is a non-negative number of milliseconds, or undefined */
export function checkTimeout(timeout: unknown): void {
  if (timeout !== undefined && !(typeof timeout === "number" && timeout >= 0))
    throw new RangeError(`\`timeout\` must be a number of milliseconds from 0, not ${timeout}.`);
}

/** @throws RangeError unless `count`, the value of the option `name`, is a whole number from 1 */
export function checkCount(name: string, count: number): void {
  if (!Number.isInteger(count) || count < 1)
    throw new RangeError(`\`${name}\` must be a whole number from 1, not ${count}.`);
}
