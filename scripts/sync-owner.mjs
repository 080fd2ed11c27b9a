// Writes the repository's owner and name, which repository.json holds, into every URL, manifest and page. With `--check` it changes
// nothing and fails if one has another. With `--check --publish` it also fails while the owner is a placeholder.
import { execFileSync } from "node:child_process";
import { readFileSync, writeFileSync } from "node:fs";
import { fileURLToPath } from "node:url";

const PLACEHOLDER = "OWNER";
const root = fileURLToPath(new URL("..", import.meta.url));
const { owner, name } = JSON.parse(readFileSync(`${root}repository.json`, "utf8"));
const isCheck = process.argv.includes("--check");
const isForPublishing = process.argv.includes("--publish");

const rules = [
  { pattern: /\b(github\.com\/)[\w.-]+\/frontdesk(?![\w-])/g, replacement: `$1${owner}/${name}` },
  { pattern: /(\buses: )[\w.-]+\/frontdesk(?=@)/g, replacement: `$1${owner}/${name}` },
  // Names of images have no capitals.
  { pattern: /\b(ghcr\.io\/)[\w.-]+\/frontdesk(?![\w-])/g, replacement: `$1${lowerCased(owner)}/${name}` },
  // The name by which MCP's registry knows the server.
  { pattern: /\b(io\.github\.)[\w-]+(?=\/mcp")/g, replacement: `$1${owner}` },
];

const files = execFileSync("git", ["ls-files", "-z"], { cwd: root, encoding: "utf8" })
  .split("\0")
  .filter((path) => /\.(?:md|json|ts|tsx|mjs|ya?ml|html)$/.test(path) && !/pnpm-lock|scripts\/sync-owner/.test(path));

for (const file of files) {
  const text = readFileSync(root + file, "utf8");
  const synced = rules.reduce((result, { pattern, replacement }) => result.replace(pattern, replacement), text);
  if (synced === text) continue;
  if (isCheck) fail(`${file} names another owner than repository.json. Run: node scripts/sync-owner.mjs`);
  else {
    writeFileSync(root + file, synced);
    console.log(file);
  }
}
if (isForPublishing && owner === PLACEHOLDER)
  fail("The owner in repository.json is a placeholder. Set it, then run: node scripts/sync-owner.mjs");

function lowerCased(text) {
  return text === PLACEHOLDER ? text : text.toLowerCase();
}

function fail(message) {
  console.error(message);
  process.exitCode = 1;
}
