// Before a package is packed: its README, and the licences of what is bundled into it. Each package's `prepack` runs this in its
// folder. What is bundled is read from what the bundler wrote down when it built.
import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import { basename, join } from "node:path";
import { fileURLToPath } from "node:url";
import { bundledPackages } from "./bundled-packages.mjs";

const root = fileURLToPath(new URL("..", import.meta.url));
const { homepage } = JSON.parse(readFileSync(`${root}package.json`, "utf8"));
const place = process.cwd();
const page = readFileSync(`${root}docs/packages/${basename(place)}.md`, "utf8");
writeFileSync(join(place, "README.md"), `${page}\nAll of it: <${homepage}>. MIT licensed.\n`);

const notices = bundledPackages(place).map(toNotice).sort();
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
