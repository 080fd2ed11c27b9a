import { createHash } from "node:crypto";
import { relative } from "node:path";

/** How many mutants are tried, and a word that chooses them. The same word chooses the same mutants of the same sources. */
const { FRONTDESK_SAMPLE: size, FRONTDESK_SEED: seed = "1" } = process.env;

/** Rejects all mutants but a sample. Stryker leaves those that a checker rejects out of the score. */
class SampleChecker {
  async init() {}

  /** Returns one group, because each mutant is compared with all others. */
  async group(mutants) {
    return [mutants.map(({ id }) => id)];
  }

  async check(mutants) {
    const sorted = mutants.toSorted((one, other) => (rank(one) < rank(other) ? -1 : 1));
    const sample = new Set(sorted.slice(0, Number(size)));
    const resultOf = (mutant) =>
      sample.has(mutant) ? { status: "passed" } : { status: "compileError", reason: "not in the sample" };
    return Object.fromEntries(mutants.map((mutant) => [mutant.id, resultOf(mutant)]));
  }
}

/** A hash, so that the order is random and depends on the mutant and the seed alone. */
function rank({ fileName, location, mutatorName, replacement }) {
  const facts = [seed, relative(process.cwd(), fileName), location, mutatorName, replacement];
  return createHash("sha256").update(JSON.stringify(facts)).digest("hex");
}

export const strykerPlugins = [{ kind: "Checker", name: "sample", injectableClass: SampleChecker }];
