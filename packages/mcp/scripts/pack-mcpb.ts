import { execFileSync } from "node:child_process";
import { cpSync, mkdirSync, mkdtempSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";

const root = fileURLToPath(new URL("..", import.meta.url));

/** Packs the bundle alone, without dependencies, into an mcpb file. Returns its path. */
export function packMcpb(target = join(root, "dist", "frontdesk.mcpb")): string {
  const folder = mkdtempSync(join(tmpdir(), "frontdesk-mcpb-"));
  cpSync(join(root, "mcpb", "manifest.json"), join(folder, "manifest.json"));
  cpSync(join(root, "dist", "main.js"), join(folder, "dist", "main.js"));
  cpSync(join(root, "dist", "skill.md"), join(folder, "dist", "skill.md"));
  // The bundle reads its version here.
  cpSync(join(root, "package.json"), join(folder, "package.json"));
  writeFileSync(join(folder, ".mcpbignore"), "");
  mkdirSync(dirname(target), { recursive: true });
  runMcpb("validate", join(folder, "manifest.json"));
  runMcpb("pack", folder, target);
  return target;
}

function runMcpb(...args: string[]): void {
  execFileSync(join(root, "node_modules", ".bin", "mcpb"), args, { stdio: "pipe" });
}

if (process.argv[1] === fileURLToPath(import.meta.url)) console.log(packMcpb());
