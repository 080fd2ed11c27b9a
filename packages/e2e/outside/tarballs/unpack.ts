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
  const place = join(folder, "node_modules");
  const { dependencies } = JSON.parse(readFileSync(join(place, "@frontdesk", name, "package.json"), "utf8"));
  for (const dependency of Object.keys(dependencies)) {
    const link = join(place, dependency);
    if (existsSync(link)) continue;
    mkdirSync(dirname(link), { recursive: true });
    symlinkSync(join(root, "packages", name, "node_modules", dependency), link);
  }
}
