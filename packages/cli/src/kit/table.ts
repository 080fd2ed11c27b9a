/** Rows as lines of even columns, under a head of the first row's names. */
export function toTable(rows: Record<string, string | number>[]): string[] {
  const [first] = rows;
  if (!first) return [];
  const lines = [Object.keys(first), ...rows.map((row) => Object.values(row).map(String))];
  const widths = Object.keys(first).map((_, column) => Math.max(...lines.map((line) => line[column]!.length)));
  return lines.map((line) =>
    line
      .map((cell, column) => cell.padEnd(widths[column]!))
      .join("  ")
      .trimEnd(),
  );
}
