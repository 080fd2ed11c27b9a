// Tells whether the last installation and build are still those of the files that are there.
import { createHash } from "node:crypto";
import { mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";

/** What the installation and the build read, besides the files beside package.json. */
const INPUTS = ["docs", "examples", "packages", "scripts"];
/** Made by the installation and the build. That they exist counts, what is in them does not. */
const OUTPUTS = new Set(["node_modules", "dist"]);
const RECORD = "node_modules/.frontdesk-build";

/** @param {string} root */
export function isBuilt(root) {
  try {
    return readFileSync(join(root, RECORD), "utf8") === fingerprint(root);
  } catch {
    return false;
  }
}

/** Remembers that the files which are there now are installed and built. @param {string} root */
export function recordBuild(root) {
  mkdirSync(join(root, "node_modules"), { recursive: true });
  writeFileSync(join(root, RECORD), fingerprint(root));
}

/** Changes with each file that is added, removed, renamed or written, and with the version of Node. */
function fingerprint(root) {
  const hash = createHash("sha256").update(`${process.version} ${process.platform} ${process.arch}\n`);
  const beside = readdirSync(root, { withFileTypes: true }).filter((entry) => entry.isFile());
  for (const { name } of beside) if (/\.(?:json|ya?ml|ts|mjs|npmrc)$/.test(name)) addFile(hash, root, name);
  for (const name of INPUTS) addFolder(hash, root, name);
  return hash.digest("hex");
}

function addFolder(hash, root, folder) {
  for (const entry of readdirSync(join(root, folder), { withFileTypes: true })) {
    const path = `${folder}/${entry.name}`;
    if (OUTPUTS.has(entry.name)) hash.update(`${path}\n`);
    else if (entry.isDirectory()) addFolder(hash, root, path);
    else addFile(hash, root, path);
  }
}

function addFile(hash, root, path) {
  const { mtimeMs, size } = statSync(join(root, path), { throwIfNoEntry: false }) ?? {};
  hash.update(`${path} ${size} ${mtimeMs}\n`);
}
