import { afterAll, beforeAll, describe, it } from "vitest";
import { bundlerCells } from "./bundler-cells.ts";
import { type Cell, Skip } from "./cell.ts";
import { compilerCells } from "./compiler-cells.ts";
import { embeddingCells } from "./embedding-cells.ts";
import { exampleCells } from "./example-cells.ts";
import { runtimeCells } from "./runtime-cells.ts";
import { installOnce } from "./shared-install.ts";

// The longest first, for two are tried at a time.
const cells: Cell[] = [...bundlerCells, ...exampleCells, ...compilerCells, ...embeddingCells, ...runtimeCells];
const rows: string[][] = [];
let makeUser: Awaited<ReturnType<typeof installOnce>>;

beforeAll(async () => {
  const start = performance.now();
  makeUser = await installOnce();
  rows.push(["npm", "installs the tarballs and the tools", "installed", toSeconds(start)]);
}, 400_000);

afterAll(() => {
  const header = ["Place", "What is tried", "Seen", "Seconds"];
  const toLine = (row: string[]) => `| ${row.join(" | ")} |`;
  const order = cells.map(({ place }) => place);
  rows.sort(([one = ""], [other = ""]) => order.indexOf(one) - order.indexOf(other));
  console.log([toLine(header), toLine(header.map(() => "---")), ...rows.map(toLine)].join("\n"));
});

describe.concurrent("the tarballs in users' environments", () => {
  it.for(cells.map((cell) => [cell.place, cell] as const))("%s", async ([place, cell], { skip }) => {
    const start = performance.now();
    const user = makeUser(place.toLowerCase().replace(/[^a-z0-9.]+/g, "-"));
    const seen = await cell.try(user).catch((error: unknown) => error);
    const text = typeof seen === "string" ? seen : seen instanceof Skip ? `skipped: ${seen.message}` : "FAILED";
    rows.push([place, cell.tried, text, toSeconds(start)]);
    if (seen instanceof Skip) skip(seen.message);
    if (typeof seen !== "string") throw seen;
  });
});

function toSeconds(start: number): string {
  return ((performance.now() - start) / 1000).toFixed(1);
}
