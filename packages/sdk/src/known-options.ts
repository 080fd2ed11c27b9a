/** A misspelt option must not be taken for a default. @throws TypeError naming it. */
export function checkOptions(options: object, known: readonly string[], call: string): void {
  for (const name of Object.keys(options))
    if (!known.includes(name))
      throw new TypeError(
        `${call} has no option \`${name}\`. It has ${known.map((each) => `\`${each}\``).join(", ")}.`,
      );
}
