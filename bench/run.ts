/** `npm run bench`: every measurement in one run. Figures go to stdout, progress to stderr. */
import { appendFileSync } from "node:fs";
import { parseArgs } from "node:util";
import { audit } from "./audit.ts";
import { authentication } from "./authentication.ts";
import { encryption } from "./encryption.ts";
import { intake } from "./intake.ts";
import { latency } from "./latency.ts";
import type { Figure } from "./measure.ts";
import { cleanUp } from "./processes.ts";
import { recent } from "./recent.ts";
import { scale } from "./scale.ts";
import { targets } from "./targets.ts";
import { tunnels } from "./tunnels.ts";
import { waits } from "./waits.ts";

const measurements = { intake, latency, recent, scale, waits, tunnels, authentication, encryption, audit };
const names = Object.keys(measurements);
const { values } = parseArgs({
  options: {
    only: { type: "string" },
    quick: { type: "boolean", default: false },
    json: { type: "boolean", default: false },
    check: { type: "boolean", default: false },
    record: { type: "string" },
    help: { type: "boolean", default: false },
  },
});
const chosen = values.only?.split(",") ?? names;
const unknown = chosen.filter((name) => !names.includes(name));

if (values.help || unknown.length > 0) {
  for (const name of unknown) console.error(`There is no measurement named ${name}.`);
  console.error(`npm run bench -- [--only ${names.join(",")}] [--quick] [--json] [--check] [--record <machine>]`);
  process.exit(unknown.length > 0 ? 2 : 0);
}
for (const signal of ["SIGINT", "SIGTERM"] as const) process.once(signal, () => process.exit(130));
process.once("exit", cleanUp);

const figures: Figure[] = [];
for (const [name, measure] of Object.entries(measurements)) {
  if (!chosen.includes(name)) continue;
  figures.push(...(await measure({ quick: values.quick, progress: (message) => console.error(`  ${message}`) })));
}
const rows = figures.map((figure) => ({ ...figure, target: targets[figure.id] ?? null, met: isMet(figure) }));

if (values.json) console.log(JSON.stringify(rows, null, 2));
else for (const row of rows) console.log(toLine(row));
if (values.record !== undefined) appendToHistory(values.record);
// A server's own timers must not keep a finished run alive.
process.exit(values.check && rows.some(({ met }) => met === false) ? 1 : 0);

/** Adds this run to the history, of which `npm run gen` shows the newest value of each figure. */
function appendToHistory(machine: string): void {
  const run = { date: new Date().toISOString().slice(0, 10), node: process.versions.node, machine, figures };
  appendFileSync(new URL("history.jsonl", import.meta.url), `${JSON.stringify(run)}\n`);
}

/** `null` where no target is set. */
function isMet({ id, value }: Figure): boolean | null {
  const target = targets[id];
  if (!target) return null;
  return "atLeast" in target ? value >= target.atLeast : value <= target.atMost;
}

function toLine({ title, value, unit, from, target, met }: (typeof rows)[number]): string {
  const bound = !target ? "" : "atLeast" in target ? `at least ${target.atLeast}` : `at most ${target.atMost}`;
  const verdict = met === null ? "" : `  ${met ? "met" : "MISSED"} (${bound})`;
  return `${title.padEnd(64)} ${value.toFixed(2).padStart(8)} ${unit.padEnd(2)}${verdict}${from ? `  — ${from}` : ""}`;
}
