const units = [
  ["d", 86_400],
  ["h", 3_600],
  ["min", 60],
] as const;

/** How long ago something was, in the largest unit that says enough: `40 s`, `5 min`, `3 h`, `2 d`. */
export function toAge(milliseconds: number): string {
  const seconds = Math.max(0, Math.round(milliseconds / 1000));
  for (const [name, size] of units) if (seconds >= 2 * size) return `${Math.floor(seconds / size)} ${name}`;
  return `${seconds} s`;
}
