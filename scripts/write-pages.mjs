// Before a package is packed: its README, and the licences of what is bundled into it. Each package's `prepack` runs this in its
// folder. What is bundled is read from what the bundler wrote down when it built.
import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import { basename, join, resolve } from "node:path";
import { fileURLToPath } from "node:url";

const root = fileURLToPath(new URL("..", import.meta.url));
const { homepage } = JSON.parse(readFileSync(`${root}package.json`, "utf8"));
const place = process.cwd();
const page = readFileSync(`${root}docs/packages/${basename(place)}.md`, "utf8");
writeFileSync(join(place, "README.md"), `${page}\nAll of it: <${homepage}>. MIT licensed.\n`);

const bundled = new Map();
for (const file of readdirSync(join(place, "dist")).filter((name) => /^metafile-.*\.json$/.test(name))) {
  const { outputs } = JSON.parse(readFileSync(join(place, "dist", file), "utf8"));
  for (const { inputs } of Object.values(outputs))
    for (const path of Object.keys(inputs)) {
      const folder = /^(.*node_modules\/(?:@[^/]+\/)?[^/]+)\/(?!.*node_modules\/)/.exec(path)?.[1];
      if (folder) bundled.set(resolve(place, folder), null);
    }
}

const notices = [...bundled.keys()].map(toNotice).sort();
const file = join(place, "THIRD-PARTY-NOTICES.txt");
const text = [...new Set(notices)].join(`\n${"-".repeat(80)}\n\n`);
writeFileSync(
  file,
  text === "" ? "Nothing of others is in this package.\n" : `This package holds code of these:\n\n${text}`,
);

/** @throws Error for a package that says no licence, which may not be given on. */
function toNotice(folder) {
  const { name, version, license } = JSON.parse(readFileSync(join(folder, "package.json"), "utf8"));
  const found = readdirSync(folder).find((entry) => /^(licen[cs]e|copying)(\.|$|-)/i.test(entry));
  if (!found && !license) throw new Error(`${name}@${version} says no licence, so it must not be bundled.`);
  const terms = found ? readFileSync(join(folder, found), "utf8").trim() : `Licence: ${license}`;
  return `${name} ${version} (${license ?? "see below"})\n\n${terms}\n`;
}
