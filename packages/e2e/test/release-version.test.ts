import { execFileSync } from "node:child_process";
import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, it, onTestFinished } from "vitest";
import { root } from "./documents.ts";

const groups = ["packages", "examples"];

it("gives all packages one new version, and the examples none", { timeout: 60_000 }, () => {
  const folder = copyManifests();
  writeFileSync(join(folder, ".changeset/change.md"), '---\n"@frontdesk/sdk": minor\n---\n\nA change.\n');
  const before = readVersions(folder, "examples");

  execFileSync(process.execPath, [join(root, "node_modules/@changesets/cli/bin.js"), "version"], { cwd: folder });

  const [version, ...others] = new Set(readVersions(folder, "packages"));
  expect(version).not.toBe(readVersions(root, "packages")[0]);
  expect(others).toEqual([]);
  expect(readVersions(folder, "examples")).toEqual(before);
});

/** Copies what changesets read, so that the version of the repository itself stays. */
function copyManifests(): string {
  const folder = mkdtempSync(join(tmpdir(), "release-version-"));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const manifests = groups.flatMap((group) => listPackages(group).map((name) => `${group}/${name}`));
  for (const name of [...manifests, "scripts/compiler"]) {
    mkdirSync(join(folder, name), { recursive: true });
    cpSync(join(root, name, "package.json"), join(folder, name, "package.json"));
  }
  for (const name of ["package.json", "pnpm-workspace.yaml", ".changeset"])
    cpSync(join(root, name), join(folder, name), { recursive: true });
  symlinkSync(join(root, "node_modules"), join(folder, "node_modules"), "junction");
  return folder;
}

function listPackages(group: string): string[] {
  return readdirSync(join(root, group)).filter((name) => existsSync(join(root, group, name, "package.json")));
}

function readVersions(folder: string, group: string): string[] {
  return listPackages(group).map(
    (name) => JSON.parse(readFileSync(join(folder, group, name, "package.json"), "utf8")).version,
  );
}
