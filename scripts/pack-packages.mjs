// Packs built packages as they would be published. Only pnpm replaces `workspace:` and `catalog:` in their manifests.
// As a command: `node scripts/pack-packages.mjs <folder> sdk tunnel` prints where each is, as JSON.
import { execFileSync } from "node:child_process";
import { mkdirSync } from "node:fs";
import { fileURLToPath } from "node:url";

const root = fileURLToPath(new URL("..", import.meta.url));

/** Where each tarball is, by the name of its package's folder. */
export function packPackages(folder, names) {
  mkdirSync(folder, { recursive: true });
  const filters = names.flatMap((name) => ["--filter", `./packages/${name}`]);
  const out = execFileSync(
    "npx",
    ["-y", "pnpm@10.34.9", "-r", ...filters, "pack", "--json", "--pack-destination", folder],
    {
      cwd: root,
      encoding: "utf8",
      maxBuffer: 1e8,
      // Windows runs npx by its shell alone.
      shell: process.platform === "win32",
      stdio: ["ignore", "pipe", "inherit"],
    },
  );
  const start = out.search(/^[[{]/m);
  const packed = [JSON.parse(out.slice(start))].flat();
  return Object.fromEntries(packed.map(({ name, filename }) => [name.replace("@frontdesk/", ""), filename]));
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const [folder, ...names] = process.argv.slice(2);
  console.log(JSON.stringify(packPackages(folder, names)));
}
