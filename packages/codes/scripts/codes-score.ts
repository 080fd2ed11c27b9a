import { createHash } from "node:crypto";
import { parseArgs } from "node:util";
import { composeMessages } from "../test/composed/compose.ts";
import { type Case, compare, files, finders, isRight, keepRight, optionsOf, readKept } from "../test/guard/guard.ts";
import { jsonlFiles, readLines } from "../test/guard/read-cases.ts";
import { printExplanations } from "./explain.ts";
import { fitConfidence } from "./fit-confidence.ts";
import { type Outcome, percent, ratio, Tally } from "./tally.ts";

interface Scored extends Case {
  source: string;
  id: string;
  lang?: string;
}

const { values: flags, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    "min-right": { type: "string" },
    "max-false-alarms": { type: "string" },
    "max-wrong": { type: "string" },
    "min-links": { type: "string" },
    core: { type: "boolean", default: false },
    "kept-back": { type: "boolean", default: false },
    "without-kept-back": { type: "boolean", default: false },
    failures: { type: "boolean", default: false },
    fit: { type: "boolean", default: false },
    explain: { type: "boolean", default: false },
    keep: { type: "boolean", default: false },
  },
});

if (flags.explain) {
  for (const file of positionals) printExplanations(file);
  process.exit(positionals.length > 0 ? 0 : 2);
}

const named = positionals.length > 0 ? positionals : [process.env.FRONTDESK_CODES ?? ""];
const sets = named.flatMap(jsonlFiles).map((file) => readLines<Scored>(file));
if (flags.keep) keepRight(files.composed, composeMessages(), { whole: true });
if (sets.length === 0) {
  console.log("Usage: codes:score <file.jsonl or folder>... [--min-right 0.98] [--max-false-alarms 0.005]");
  console.log(
    "       [--max-wrong 0.005] [--min-links 0.95] [--kept-back | --without-kept-back] [--core] [--failures] [--keep]",
  );
  console.log("   or: codes:score --explain <message.txt or file.jsonl>...");
  console.log("   or: codes:score --fit --without-kept-back <file.jsonl or folder>...");
  console.log("Nothing is scored: no file is named, here or by FRONTDESK_CODES.");
  process.exit(positionals.length > 0 ? 2 : 0);
}

const everything = sets.flat();
const { extractCode, extractCodes, extractLink } = finders[flags.core ? "codes" : "codes/all"];
const keptBack = new Set(sets.flatMap((set) => [...quarterOf(set)]));
const cases = everything.filter(({ source }) =>
  flags["kept-back"] ? keptBack.has(source) : !(flags["without-kept-back"] && keptBack.has(source)),
);
if (flags.fit) {
  fitConfidence([...cases, ...composeMessages().filter(({ aside }) => !aside)]);
  process.exit(0);
}
if (flags["kept-back"]) console.log(`Sources kept back: ${[...keptBack].join(", ")}\n`);

const total = new Tally();
const soft = new Tally();
const bySource = new Map<string, Tally>();
const byLanguage = new Map<string, Tally>();
const links = { asked: 0, right: 0 };
/** By the tenth that the confidence lies in: how many findings, how many of them right. */
const reliability = Array.from({ length: 10 }, () => ({ found: 0, right: 0 }));

for (const item of cases) {
  const found = extractCode(item.text, optionsOf(item));
  const outcome = judge(item, found);
  if (item.soft) {
    soft.add(outcome);
  } else {
    total.add(outcome);
    noteReliability(item);
    tallyOf(bySource, item.source).add(outcome);
    tallyOf(byLanguage, item.lang ?? "unnamed").add(outcome);
  }
  if (flags.failures && outcome !== "right" && outcome !== "silent") {
    const kind = item.soft ? `soft ${item.soft} ${outcome}` : outcome;
    console.log(
      `${kind}\t${item.source} ${item.id}\twant ${item.expected}\tgot ${found}\t${JSON.stringify(item.text)}`,
    );
  }
  scoreLink(item);
}

const header = ["right", "missed", "wrong", "without", "alarms"].map((word) => word.padStart(9)).join("");
for (const [title, tallies] of [["Source", bySource] as const, ["Language", byLanguage] as const]) {
  console.log(`${title.padEnd(24)}${header}`);
  for (const [name, tally] of [...tallies].sort(([a], [b]) => a.localeCompare(b))) console.log(tally.line(name));
  console.log();
}
console.log(soft.line("soft, apart"));
console.log(total.line("total"));
const linkRate = ratio(links.right, links.asked, 1);
console.log(
  `\n${percent(total.right)} right, ${percent(total.falseAlarms)} false alarms, ${percent(total.wrong)} wrong, ` +
    `${percent(linkRate)} of ${links.asked} links right (${cases.length} cases)`,
);

console.log(`score ${percent(total.score)}: a wrong code, for another or for none, weighs ten times a missed one`);
console.log("\n| confidence | findings | right |\n| --- | --- | --- |");
for (const [tenth, { found, right }] of reliability.entries())
  if (found > 0) console.log(`| ${tenth / 10} to ${(tenth + 1) / 10} | ${found} | ${percent(right / found)} |`);

if (flags.keep) keepRight(files.data, everything);
const { lost, gained } = compare(everything, readKept(files.data));
console.log(`\n${lost.length} lost that were read rightly, ${gained.length} right now and not kept`);
for (const each of lost) console.log(`lost ${each}`);

const broken = [
  lost.length > 0 && "messages lost that were read rightly",
  total.right < bound("min-right", 0) && "too few right",
  total.falseAlarms > bound("max-false-alarms", 1) && "too many false alarms",
  total.wrong > bound("max-wrong", 1) && "too many wrong codes",
  linkRate < bound("min-links", 0) && "too few links right",
].filter(Boolean);
if (broken.length > 0) {
  console.error(`Out of bounds: ${broken.join(", ")}`);
  process.exit(1);
}

function judge(item: Scored, found: string | null): Outcome {
  if (isRight(item, found)) return found === null ? "silent" : "right";
  if (found === null) return "missed";
  return item.expected === null ? "alarm" : "wrong";
}

function noteReliability(item: Scored) {
  for (const { kind, value, confidence } of extractCodes(item.text, optionsOf(item))) {
    const bin = reliability[Math.min(9, Math.floor(confidence * 10))];
    if (kind !== "one_time" || !bin) continue;
    bin.found += 1;
    if (judge(item, value) === "right") bin.right += 1;
  }
}

/** A quarter of the cases, by whole sources in the order of their hashes: tuning never sees what they hold. */
function quarterOf(everything: Scored[]): Set<string> {
  const counts = new Map<string, number>();
  for (const { source } of everything) counts.set(source, (counts.get(source) ?? 0) + 1);
  const hash = (source: string) => createHash("sha256").update(source).digest("hex");
  const kept = new Set<string>();
  let left = everything.length / 4;
  for (const [source, count] of [...counts].sort(([a], [b]) => (hash(a) < hash(b) ? -1 : 1))) {
    if (count > left) break;
    kept.add(source);
    left -= count;
  }
  return kept;
}

function scoreLink(item: Scored) {
  if (item.link === undefined || item.soft) return;
  links.asked += 1;
  const found = extractLink(item.text, optionsOf(item));
  if (found === item.link) links.right += 1;
  else if (flags.failures) console.log(`link\t${item.source} ${item.id}\twant ${item.link}\tgot ${found}`);
}

function tallyOf(tallies: Map<string, Tally>, name: string): Tally {
  const tally = tallies.get(name) ?? new Tally();
  tallies.set(name, tally);
  return tally;
}

function bound(name: "min-right" | "max-false-alarms" | "max-wrong" | "min-links", fallback: number) {
  const given = flags[name];
  if (given === undefined) return fallback;
  const number = Number(given);
  if (!Number.isFinite(number)) {
    console.error(`--${name} must be a number, got ${given}`);
    process.exit(2);
  }
  return number;
}
