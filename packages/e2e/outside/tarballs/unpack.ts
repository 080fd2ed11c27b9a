import { execFileSync } from "node:child_process";
import { existsSync, mkdirSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
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

/** Lays tarballs that need no other package into a folder, as npm would. */
export function unpackInto(folder: string, tarballs: Record<string, string>): void {
  for (const [name, tarball] of Object.entries(tarballs)) {
    const place = join(folder, "node_modules/@frontdesk", name);
    mkdirSync(place, { recursive: true });
    execFileSync("tar", ["xzf", tarball, "--strip-components=1", "-C", place]);
  }
}
