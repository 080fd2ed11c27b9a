import { readFileSync } from "node:fs";

/** Version of this package. `src/` and `dist/` are both one level below package.json. */
export const version: string = JSON.parse(readFileSync(new URL("../package.json", import.meta.url), "utf8")).version;
