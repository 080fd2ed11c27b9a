const units = [
  ["d", 86_400],
  ["h", 3_600],
  ["min", 60],
] as const;

/**
 * Formats a duration in ms in the largest unit that gives at least 2: `90 s`, `5 min`, `3 h`, `2 d`. Not `1 h`, which would stand
 * for nearly two, as it is rounded down. A negative one, as between computers whose clocks differ, gives `0 s`.
 */
export function formatAge(ms: number): string {
  const seconds = Math.max(0, Math.round(ms / 1000));
  for (const [name, size] of units) if (seconds >= 2 * size) return `${Math.floor(seconds / size)} ${name}`;
  return `${seconds} s`;
}
