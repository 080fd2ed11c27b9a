/**
 * Formats rows as lines with aligned columns. All rows have the same keys, which are the header line. No rows give no lines,
 * because the first row has the names for the header.
 */
export function toTable(rows: Record<string, string | number>[]): string[] {
  const [first] = rows;
  if (!first) return [];
  const lines = [Object.keys(first), ...rows.map((row) => Object.values(row).map(String))];
  // The widest cell of each column.
  const widths = Object.keys(first).map((_, column) => Math.max(...lines.map((line) => line[column]!.length)));
  return lines.map((line) =>
    line
      .map((cell, column) => cell.padEnd(widths[column]!))
      .join("  ")
      .trimEnd(),
  );
}
