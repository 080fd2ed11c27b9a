/** A source file, and its changed lines in Stryker's form: `packages/basics/src/age.ts:3-5`. */
export interface ChangedSource {
  file: string;
  mutate: string[];
}

export function changedSources(root: string, base: string): ChangedSource[];
export function toChangedSources(diff: string): ChangedSource[];
