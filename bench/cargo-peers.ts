import { spawnSync } from "node:child_process";
import { existsSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { findProgram } from "./processes.ts";

/** Tunnels that are built here, for they are in no registry of programs. */
const CRATES = {
  bore: ["bore-cli", "--version", "0.6.0"],
  rathole: ["rathole", "--version", "0.5.0", "--no-default-features", "--features", "server,client"],
} as const;

/** Beside this file, and not in the repository. */
const root = fileURLToPath(new URL(".peers", import.meta.url));
const MOST_MINUTES = 15;

/** Where this program is: on the path, or built by an earlier run, or by this one. Throws with the reason where it can't be had. */
export function cargoPeer(name: keyof typeof CRATES, build: boolean, progress: (message: string) => void): string {
  const built = join(root, "bin", name);
  const installed = findProgram(name);
  if (installed !== null) return installed;
  if (existsSync(built)) return built;
  if (!build) throw new Error(`${name} is left out: it is not installed, and --quick builds nothing`);
  if (spawnSync("cargo", ["--version"]).error !== undefined)
    throw new Error(`${name} is left out: it is not installed, and there is no cargo to build it`);
  progress(`${name} is built with cargo, which takes some minutes`);
  const flags = ["install", "--quiet", "--root", root, ...CRATES[name]];
  const { status, stderr } = spawnSync("cargo", flags, { encoding: "utf8", timeout: MOST_MINUTES * 60_000 });
  if (status !== 0)
    throw new Error(`${name} is left out: cargo could not build it: ${stderr.trim().split("\n").at(-1)}`);
  return built;
}
