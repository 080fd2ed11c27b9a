import { readFileSync } from "node:fs";
import { targets } from "../../../../bench/targets.ts";
import { toTable } from "./markdown.ts";

interface Figure {
  id: string;
  title: string;
  value: number;
  unit: string;
  from?: string;
}

/** One run of `npm run bench -- --record <machine>`. */
interface Run {
  date: string;
  node: string;
  machine: string;
  figures: Figure[];
}

const page = new URL("../../../../docs/explanation/benchmarks.md", import.meta.url);
const history = new URL("../../../../bench/history.jsonl", import.meta.url);

/** Fills the tables of the benchmarks page, between its marks, with the newest value of each figure. */
export function toBenchmarksPage(): string {
  const runs = readFileSync(history, "utf8")
    .trim()
    .split("\n")
    .map((line): Run => JSON.parse(line));
  const newest = new Map<string, Figure & { run: string }>();
  for (const run of runs)
    for (const figure of run.figures) {
      // Deleted first, so that the rows are in the order of the newest run.
      newest.delete(figure.id);
      newest.set(figure.id, { ...figure, ...toSource(run) });
    }
  return readFileSync(page, "utf8").replace(
    /(<!-- figures: (\w+) -->\n)[\s\S]*?(<!-- end -->)/g,
    (_all, start: string, group: string, end: string) => {
      const rows = [...newest.values()].filter(({ id }) => id.startsWith(`${group}.`)).map(toRow);
      return `${start}\n${toTable(["", "figure", "value", "target", "measured", "run"], rows)}\n\n${end}`;
    },
  );
}

const toSource = ({ date, machine }: Run) => ({ run: `${date}, ${machine.split(":")[0]}` });

function toRow({ id, title, value, unit, from = "", run }: Figure & { run: string }): string[] {
  const target = targets[id];
  const shown = `${roundFigure(value)} ${unit}`;
  if (!target) return ["", title, shown, "", from, run];
  const bound = "atLeast" in target ? `≥ ${target.atLeast}` : `≤ ${target.atMost}`;
  const isMet = "atLeast" in target ? value >= target.atLeast : value <= target.atMost;
  return [isMet ? "✓" : "✗", title, shown, bound, from, run];
}

/** Rounds to two decimals, one above 10, and none above 100. */
function roundFigure(value: number): number {
  const decimals = Math.abs(value) >= 100 ? 0 : Math.abs(value) >= 10 ? 1 : 2;
  return Number(value.toFixed(decimals));
}
