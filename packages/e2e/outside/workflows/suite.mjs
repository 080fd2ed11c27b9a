import { existsSync, mkdirSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { attempt, Missing, needs } from "../../../../scripts/needs.mjs";

const ACTIONLINT = "github.com/rhysd/actionlint/cmd/actionlint@v1.7.7";
const folder = fileURLToPath(new URL("../../../../.tmp/actionlint", import.meta.url));

export const runsBesideOthers = true;

/** Builds actionlint with Go, once for this checkout. */
export function prepare() {
  needs("go");
  const binary = join(folder, process.platform === "win32" ? "actionlint.exe" : "actionlint");
  mkdirSync(folder, { recursive: true });
  if (!existsSync(binary) && !attempt("go", ["install", ACTIONLINT], { env: { ...process.env, GOBIN: folder } }))
    throw new Missing("actionlint cannot be built here");
  return { env: { ACTIONLINT: binary } };
}
