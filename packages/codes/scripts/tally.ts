const outcomes = ["right", "missed", "wrong", "silent", "alarm"] as const;
export type Outcome = (typeof outcomes)[number];

/** Counts of outcomes, with a code and without one. */
export class Tally {
  readonly #counts: Record<Outcome, number> = { right: 0, missed: 0, wrong: 0, silent: 0, alarm: 0 };

  add(outcome: Outcome) {
    this.#counts[outcome] += 1;
  }

  get withCode() {
    return this.#counts.right + this.#counts.missed + this.#counts.wrong;
  }

  get without() {
    return this.#counts.silent + this.#counts.alarm;
  }

  /** A wrong code, given for another or for none, weighs ten times a missed one. */
  get score() {
    const { missed, wrong, alarm } = this.#counts;
    return 1 - ratio(missed + 10 * (wrong + alarm), this.withCode + this.without, 0);
  }

  get right() {
    return ratio(this.#counts.right, this.withCode, 1);
  }

  get wrong() {
    return ratio(this.#counts.wrong, this.withCode, 0);
  }

  get falseAlarms() {
    return ratio(this.#counts.alarm, this.without, 0);
  }

  line(name: string) {
    const { right, missed, wrong, alarm } = this.#counts;
    const cells = [right, missed, wrong, this.without, alarm].map((count) => String(count).padStart(9));
    return `${name.padEnd(24)}${cells.join("")}`;
  }
}

export function ratio(part: number, whole: number, empty: number) {
  return whole === 0 ? empty : part / whole;
}

export function percent(share: number) {
  return `${(share * 100).toFixed(2)} %`;
}
