import { readdirSync, readFileSync } from "node:fs";
import { delimiter, dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import type { Cell } from "./cell.ts";

const examples = fileURLToPath(new URL("../../../../../examples", import.meta.url));

/** An example that brings a framework with it, as a user of the packages has it: its own words, the packed tarballs. */
const example = (name: string, place: string, tried: string, sought: RegExp): Cell => ({
  place,
  tried,
  async try(user) {
    const folder = join(examples, name);
    const files = readdirSync(folder, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile());
    const paths = files.map((entry) => join(entry.parentPath, entry.name).slice(folder.length + 1));
    user.write(Object.fromEntries(paths.map((path) => [path, readFileSync(join(folder, path), "utf8")])));
    const { scripts } = JSON.parse(readFileSync(join(folder, "package.json"), "utf8"));
    // Among the commands of the place is a Node that is too old.
    const path = [dirname(process.execPath), join(user.folder, "../../node_modules/.bin"), process.env.PATH].join(
      delimiter,
    );
    const printed = await user.run("sh", ["-c", `(${scripts.start}) 2>&1`], {
      PATH: path,
      NEXT_TELEMETRY_DISABLED: "1",
    });
    const seen = sought.exec(printed)?.[0];
    if (seen === undefined) throw new Error(printed);
    return seen;
  },
});

export const exampleCells: Cell[] = [
  example("jest-commonjs", "Jest 30, CommonJS", "the example: a sign-up and its code", /2 passed/),
  example(
    "next-route",
    "Next 16, the example",
    "a route that waits for a code, built and asked",
    /the route answered \d+/,
  ),
];
