import { execFileSync } from "node:child_process";
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";

const root = fileURLToPath(new URL("../../../../", import.meta.url));

const folders: string[] = [];
process.once("exit", () => {
  for (const folder of folders) rmSync(folder, { recursive: true, force: true });
});

/** A folder outside of the workspace that goes with the process. */
export function makeFolder(name: string): string {
  const folder = mkdtempSync(join(tmpdir(), `frontdesk-${name}-`));
  folders.push(folder);
  return folder;
}

/** Packs packages as they would be published, and says where each tarball is. */
export function pack(...names: string[]): Record<string, string> {
  for (const name of names)
    if (!existsSync(`${root}packages/${name}/dist`)) throw new Error(`packages/${name} is not built: npm run setup`);
  const script = `${root}scripts/pack-packages.mjs`;
  return JSON.parse(execFileSync(process.execPath, [script, makeFolder("tarballs"), ...names], { encoding: "utf8" }));
}

/** Lays tarballs into a folder, as npm would. What they need of others is not among it. */
export function unpackInto(folder: string, tarballs: Record<string, string>): void {
  for (const [name, tarball] of Object.entries(tarballs)) {
    const place = join(folder, "node_modules/@frontdesk", name);
    mkdirSync(place, { recursive: true });
    execFileSync("tar", ["xzf", tarball, "--strip-components=1", "-C", place]);
  }
}

/** Lays what the manifest of an unpacked package promises of others beside it, from where the workspace has it. */
export function linkDependencies(folder: string, name: string): void {
  const manifest = join(folder, "node_modules/@frontdesk", name, "package.json");
  linkFromWorkspace(folder, name, Object.keys(JSON.parse(readFileSync(manifest, "utf8")).dependencies));
}

/** Lays packages of others into a folder, as one of the workspace has them. */
export function linkFromWorkspace(folder: string, name: string, packages: string[]): void {
  for (const each of packages) {
    const link = join(folder, "node_modules", each);
    if (existsSync(link)) continue;
    mkdirSync(dirname(link), { recursive: true });
    symlinkSync(join(root, "packages", name, "node_modules", each), link);
  }
}
