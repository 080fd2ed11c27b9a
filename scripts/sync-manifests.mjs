// Gives the manifest of every package that is published what stands in one place, the root's package.json: where its sources,
// its page and its issues are, and its keywords. With `--check` it changes nothing and fails where one says another.
import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import { fileURLToPath } from "node:url";

const root = fileURLToPath(new URL("..", import.meta.url));
const { repository, homepage, bugs, keywords } = JSON.parse(readFileSync(`${root}package.json`, "utf8"));
const check = process.argv.includes("--check");

for (const folder of readdirSync(`${root}packages`)) {
  const file = `${root}packages/${folder}/package.json`;
  const text = readFileSync(file, "utf8");
  const {
    name,
    version,
    description,
    license,
    keywords: _,
    repository: __,
    homepage: ___,
    bugs: ____,
    ...rest
  } = JSON.parse(text);
  if (rest.private) continue;
  const own = { ...repository, directory: `packages/${folder}` };
  const wanted = { name, version, description, keywords, homepage, bugs, license, repository: own, ...rest };
  if (JSON.stringify(JSON.parse(text)) === JSON.stringify(wanted)) continue;
  if (check) {
    console.error(`packages/${folder}/package.json differs from the root's. Run: node scripts/sync-manifests.mjs`);
    process.exitCode = 1;
  } else {
    writeFileSync(file, `${JSON.stringify(wanted, null, 2)}\n`);
    console.log(`packages/${folder}/package.json`);
  }
}
