/** How much of a measurement is done: all of it, or so much that one sees that it runs. */
export interface Effort {
  quick: boolean;
  /** Says on stderr what is being done. */
  progress(message: string): void;
}

/** One line of the report. */
export interface Figure {
  /** Names it in the targets. */
  id: string;
  title: string;
  value: number;
  unit: string;
  /** What it was made from, in words. */
  from?: string;
}

export function median(values: readonly number[]): number {
  return quantile(values, 0.5);
}

export function quantile(values: readonly number[], part: number): number {
  const sorted = [...values].sort((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * part))] ?? Number.NaN;
}

/**
 * Measures each of several things in turns, so that what else the machine does meets all of them, and returns the
 * median of each.
 */
export async function inTurns<Name extends string>(
  rounds: number,
  measures: Record<Name, () => Promise<number>>,
): Promise<Record<Name, number>> {
  // Object.keys forgets that the keys are the names.
  const names = Object.keys(measures) as Name[];
  const values = new Map<Name, number[]>(names.map((name) => [name, []]));
  for (let round = 0; round < rounds; round++) {
    // Whoever comes second may gain from the first.
    for (const name of round % 2 === 0 ? names : names.toReversed()) values.get(name)?.push(await measures[name]());
  }
  return Object.fromEntries(names.map((name) => [name, median(values.get(name) ?? [])])) as Record<Name, number>;
}
