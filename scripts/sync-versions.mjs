// Gives openapi.yaml (and so `/docs`), server.json and the mcpb manifest the version of the packages: `npm run release:version`
// runs it behind `changeset version`. With `--check` it changes nothing and fails where one of them says another.
import { readFileSync, writeFileSync } from "node:fs";
import { fileURLToPath } from "node:url";

const root = fileURLToPath(new URL("..", import.meta.url));
const { version } = JSON.parse(readFileSync(`${root}packages/server/package.json`, "utf8"));
const places = [
  // The document's own version stands two spaces deep below `info:`.
  { file: "openapi.yaml", pattern: /^( {2}version: ).*$/m },
  { file: "packages/mcp/server.json", pattern: /("version": ")[^"]*/g },
  { file: "packages/mcp/mcpb/manifest.json", pattern: /^( {2}"version": ")[^"]*/m },
];
const check = process.argv.includes("--check");

for (const { file, pattern } of places) {
  const text = readFileSync(root + file, "utf8");
  if (text.search(pattern) < 0) throw new Error(`${file} names no version`);
  const wanted = text.replace(pattern, (_whole, before) => before + version);
  if (wanted === text) continue;
  if (check) {
    console.error(`${file} names another version than the packages' ${version}. Run: node scripts/sync-versions.mjs`);
    process.exitCode = 1;
  } else {
    writeFileSync(root + file, wanted);
    console.log(`${file}: ${version}`);
  }
}
