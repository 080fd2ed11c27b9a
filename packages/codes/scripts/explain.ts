import { readFileSync } from "node:fs";
import { createExplainer, type ExplainedCandidate } from "../src/explain.ts";
import { signalWeights } from "../src/signals.ts";
import { type Term, wordKinds } from "../src/text/lexicon.ts";
import type { FindOptions } from "../src/types.ts";
import { families } from "../src/words/families.ts";
import { roots } from "../src/words/roots.ts";
import { type Case, optionsOf } from "../test/guard/guard.ts";
import { readLines } from "../test/guard/read-cases.ts";

const explain = createExplainer([roots, ...families]);

/** Prints the signals of each candidate, for every line of a `.jsonl` file or for another file as one message. */
export function printExplanations(file: string): void {
  if (!file.endsWith(".jsonl")) printExplanation(readFileSync(file, "utf8"), {});
  else for (const item of readLines<Case>(file)) printExplanation(item.text, optionsOf(item));
}

function printExplanation(text: string, options: FindOptions): void {
  const { message, terms, candidates } = explain(text, options);
  console.log(`${"-".repeat(72)}\n${message.text.trim()}\n`);
  console.log(`words: ${terms.map((term) => describeTerm(message.textWithoutLinks, term)).join(", ") || "none known"}`);
  if (candidates.length === 0) console.log("Nothing in it has the form of a code.");
  for (const candidate of candidates) console.log(describeCandidate(candidate));
}

function describeTerm(text: string, { start, end, kinds }: Term): string {
  const names = Object.entries(wordKinds).flatMap(([name, bit]) => (kinds & bit ? [name] : []));
  return `${text.slice(start, end)} (${names.join(", ")})`;
}

function describeCandidate({ shown, shape, scored }: ExplainedCandidate): string {
  if (!scored) return `\n«${shown}», ${shape}: nothing speaks for it`;
  const { kind, reason, score, confidence, signals } = scored;
  const lines = signals
    .filter(([, times]) => times !== 0)
    .map(([name, times]) => `  ${(signalWeights[name] * times).toFixed(2).padStart(6)}  ${name}${countOf(times)}`);
  const sum = `  ${score.toFixed(2).padStart(6)}  sum: confidence ${confidence}`;
  return [`\n«${shown}», ${shape}, ${kind}: ${reason}`, ...lines, sum].join("\n");
}

function countOf(times: number): string {
  return times === 1 ? "" : ` × ${Number(times.toFixed(2))}`;
}
