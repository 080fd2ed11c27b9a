import { readFileSync } from "node:fs";
import { parseArgs } from "node:util";
import { extractCode, extractLink } from "../src/index.ts";

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
  link?: string;
  noLink?: boolean;
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
    "sources-of-third": { type: "boolean", default: false },
    "without-third": { type: "boolean", default: false },
    failures: { type: "boolean", default: false },
  },
});

const file = positionals[0];
if (!file) {
  console.error("Usage: codes:score <file.jsonl> [--min-right 0.98] [--max-false-alarms 0.005] [--max-wrong 0.005]");
  console.error("       [--min-links 0.95] [--sources-of-third | --without-third] [--failures]");
  process.exit(2);
}

const all = readFileSync(file, "utf8")
  .split("\n")
  .filter((line) => line.trim())
  .map((line) => JSON.parse(line) as Case);
const third = new Set([...new Set(all.map(({ source }) => source))].sort().filter((_, index) => index % 3 === 1));
const cases = all.filter(({ source }) => {
  if (flags["sources-of-third"]) return third.has(source);
  return !(flags["without-third"] && third.has(source));
});
if (flags["sources-of-third"]) console.log(`Held-out third of the sources: ${[...third].join(", ")}\n`);

const total = new Tally();
const soft = new Tally();
const bySource = new Map<string, Tally>();
const byLanguage = new Map<string, Tally>();
const links = { asked: 0, right: 0 };

for (const item of cases) {
  const found = extractCode(item.text, options(item));
  const outcome = judge(item, found);
  if (item.soft) {
    soft.add(outcome);
  } else {
    total.add(outcome);
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

function scoreLink(item: Case) {
  if (item.link === undefined && !item.noLink) return;
  links.asked += 1;
  const found = extractLink(item.text, options(item));
  if (item.noLink ? found === null : found === item.link) links.right += 1;
  else if (flags.failures) console.log(`link\t${item.source} ${item.id}\twant ${item.link ?? null}\tgot ${found}`);
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
