/** `spaced` is one character at a time: `4 0 7 1`. Letters alone and three digits need more evidence than six digits. */
export type Shape = "digits" | "mixed" | "letters" | "spaced";

/** A part of the message that has the form of a code. */
export interface Candidate {
  start: number;
  end: number;
  shape: Shape;
  /** What a person types: without spaces, and without dashes between digits. */
  value: string;
}

/** Creates the candidate that begins at `start`. `shown` is the text of the message, `value` what a person types. */
export function createCandidate(shape: Shape, start: number, shown: string, value = shown): Candidate {
  return { start, end: start + shown.length, shape, value };
}
