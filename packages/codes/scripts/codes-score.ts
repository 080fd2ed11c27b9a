import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import { parseArgs } from "node:util";
import * as all from "../src/all.ts";
import * as core from "../src/index.ts";

interface Case {
  source: string;
  id: string;
  lang?: string;
  channel?: "sms" | "email";
  format?: "text" | "html";
  subject?: string;
  text: string;
  expected: string | null;
  accept?: string[];
  /** The right link; `null` where none may be given. */
  link?: string | null;
  soft?: string;
}

const outcomes = ["right", "missed", "wrong", "silent", "alarm"] as const;
type Outcome = (typeof outcomes)[number];

class Tally {
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
  },
});

const file = positionals[0];
if (!file) {
  console.error("Usage: codes:score <file.jsonl> [--min-right 0.98] [--max-false-alarms 0.005] [--max-wrong 0.005]");
  console.error("       [--min-links 0.95] [--kept-back | --without-kept-back] [--core] [--failures]");
  process.exit(2);
}

const everything = readFileSync(file, "utf8")
  .split("\n")
  .filter((line) => line.trim())
  .map((line) => JSON.parse(line) as Case);
const { extractCode, extractCodes, extractLink } = flags.core ? core : all;
const keptBack = quarterOf(everything);
const cases = everything.filter(({ source }) =>
  flags["kept-back"] ? keptBack.has(source) : !(flags["without-kept-back"] && keptBack.has(source)),
);
if (flags["kept-back"]) console.log(`Sources kept back: ${[...keptBack].join(", ")}\n`);

const total = new Tally();
const soft = new Tally();
const bySource = new Map<string, Tally>();
const byLanguage = new Map<string, Tally>();
const links = { asked: 0, right: 0 };
/** By the tenth that the confidence lies in: how many findings, how many of them right. */
const reliability = Array.from({ length: 10 }, () => ({ found: 0, right: 0 }));

for (const item of cases) {
  const found = extractCode(item.text, options(item));
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

const broken = [
  total.right < bound("min-right", 0) && "too few right",
  total.falseAlarms > bound("max-false-alarms", 1) && "too many false alarms",
  total.wrong > bound("max-wrong", 1) && "too many wrong codes",
  linkRate < bound("min-links", 0) && "too few links right",
].filter(Boolean);
if (broken.length > 0) {
  console.error(`Out of bounds: ${broken.join(", ")}`);
  process.exit(1);
}

function options({ channel, format, subject }: Case) {
  return { ...(channel && { channel }), ...(format && { format }), ...(subject !== undefined && { subject }) };
}

function judge({ expected, accept = [] }: Case, found: string | null): Outcome {
  if (expected === null) return found === null ? "silent" : "alarm";
  if (found === null) return "missed";
  return found === expected || accept.includes(found) ? "right" : "wrong";
}

function noteReliability(item: Case) {
  for (const { kind, value, confidence } of extractCodes(item.text, options(item))) {
    const bin = reliability[Math.min(9, Math.floor(confidence * 10))];
    if (kind !== "one_time" || !bin) continue;
    bin.found += 1;
    if (judge(item, value) === "right") bin.right += 1;
  }
}

/** A quarter of the cases, by whole sources in the order of their hashes: tuning never sees what they hold. */
function quarterOf(everything: Case[]): Set<string> {
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

function scoreLink(item: Case) {
  if (item.link === undefined || item.soft) return;
  links.asked += 1;
  const found = extractLink(item.text, options(item));
  if (found === item.link) links.right += 1;
  else if (flags.failures) console.log(`link\t${item.source} ${item.id}\twant ${item.link}\tgot ${found}`);
}

function tallyOf(tallies: Map<string, Tally>, name: string): Tally {
  const tally = tallies.get(name) ?? new Tally();
  tallies.set(name, tally);
  return tally;
}

function ratio(part: number, whole: number, empty: number) {
  return whole === 0 ? empty : part / whole;
}

function percent(share: number) {
  return `${(share * 100).toFixed(2)} %`;
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
