import { execFileSync } from "node:child_process";
import { createHash } from "node:crypto";
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { basename, dirname, join } from "node:path";
import { fileURLToPath } from "node:url";

const root = fileURLToPath(new URL("..", import.meta.url));

/**
 * Packs the bundle alone, without dependencies, into an mcpb file, and writes beside it the `server.json` that names the
 * file by its hash. Returns the file's path.
 */
export function packMcpb(target = join(root, "dist", "frontdesk.mcpb")): string {
  const folder = mkdtempSync(join(tmpdir(), "frontdesk-mcpb-"));
  try {
    cpSync(join(root, "mcpb", "manifest.json"), join(folder, "manifest.json"));
    cpSync(join(root, "dist", "main.js"), join(folder, "dist", "main.js"));
    cpSync(join(root, "dist", "skill.md"), join(folder, "dist", "skill.md"));
    // The bundle reads its version here.
    cpSync(join(root, "package.json"), join(folder, "package.json"));
    writeFileSync(join(folder, ".mcpbignore"), "");
    mkdirSync(dirname(target), { recursive: true });
    runMcpb("validate", join(folder, "manifest.json"));
    runMcpb("pack", folder, target);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
  writeFileSync(join(dirname(target), "server.json"), `${JSON.stringify(announce(target), null, 2)}\n`);
  return target;
}

/** The entry of the registry, with the packed file as a second way to install. */
function announce(packed: string) {
  const server = JSON.parse(readFileSync(join(root, "server.json"), "utf8"));
  const { homepage } = JSON.parse(readFileSync(join(root, "package.json"), "utf8"));
  const repository = homepage.replace(/#.*$/, "");
  return {
    ...server,
    packages: [
      ...server.packages,
      {
        registryType: "mcpb",
        identifier: `${repository}/releases/download/v${server.version}/${basename(packed)}`,
        version: server.version,
        fileSha256: createHash("sha256").update(readFileSync(packed)).digest("hex"),
        transport: { type: "stdio" },
      },
    ],
  };
}

function runMcpb(...args: string[]): void {
  execFileSync(join(root, "node_modules", ".bin", "mcpb"), args, { stdio: "pipe" });
}

if (process.argv[1] === fileURLToPath(import.meta.url)) console.log(packMcpb());
