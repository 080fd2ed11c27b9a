import { attempt, Missing } from "../../../../scripts/needs.mjs";

// It changes one folder at a time: `npm run outside -- mutants/server/inbox`.
export const onlyWhenNamed = true;
export const command = [process.execPath, `${import.meta.dirname}/run.mjs`];

export function prepare() {
  // The runner takes the vitest of the sources, so its own is not installed.
  if (!attempt("npm", ["ci", "--legacy-peer-deps", "--no-audit", "--no-fund"], { cwd: import.meta.dirname }))
    throw new Missing("Stryker could not be installed");
}
