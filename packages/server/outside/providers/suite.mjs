import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { attempt, Missing } from "../../../../scripts/needs.mjs";

export const runsBesideOthers = true;

/** Installs the providers' SDKs: those for Node beside their lock file, those for Python in a folder of its own. */
export function prepare() {
  const cwd = import.meta.dirname;
  if (!attempt("npm", ["ci", "--ignore-scripts"], { cwd })) throw new Missing("the SDKs cannot be installed here");
  const folder = mkdtempSync(join(tmpdir(), "frontdesk-providers-"));
  const python = join(folder, "python");
  const packages = readFileSync(join(cwd, "requirements.txt"), "utf8").trim().split("\n");
  const hasPython =
    attempt("python3", ["-m", "venv", python]) && attempt(join(python, "bin/pip"), ["install", "-q", ...packages]);
  return {
    env: hasPython ? { FRONTDESK_PROVIDERS_PYTHON: join(python, "bin/python") } : {},
    cleanUp: () => rmSync(folder, { recursive: true, force: true }),
  };
}
