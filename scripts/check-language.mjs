// Part of `npm run lint`: fails on words that a native reader has to translate, in sources and documents, and on commit
// subjects that are too long. CONTRIBUTING.md has the guide: plain sentences, the field's terms.
import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";

const root = fileURLToPath(new URL("..", import.meta.url));
const git = (...args) => execFileSync("git", args, { cwd: root, encoding: "utf8", maxBuffer: 1e8 }).split("\n");

/** Where *behind* is meant in space: a proxy hides what stands behind it. */
const place =
  /prox|firewall|\bNAT\b|balancer|nginx|Caddy|HAProxy|tunnel|round-robin|TLS|unstorage|HTTP API|interface|left behind|office|one IP|upload/i;

const rules = [
  { word: /\banew\b/i, use: "again" },
  { word: /\bbe it\b/, use: "or, even if" },
  { word: /\bdear\b/, use: "expensive, slow" },
  { word: /\blacking\b/, use: "missing" },
  { word: /\btold of\b/i, use: "called with, called when" },
  { word: /\bunder way\b/, use: "running, in progress" },
  { word: /\bby which\b/i, use: "a plain clause: with which, that …, in the order of" },
  { word: /\bwhoever\b|\bwhatever befell\b/i, use: "the noun: clients, the caller, a person" },
  { word: /\b(take|taking|took)s? leave\b/i, use: "disconnects, drains" },
  { word: /\bbehind\b/, unless: place, use: "after (time, order); it stays for proxies and firewalls" },
  { word: /(?:\/\/|\*) Of\b/, use: "a subject: 'State of …', 'The …'" },
];

const checked = git(
  "ls-files",
  "packages/*/src/*",
  "docs/*.md",
  "packages/*/*.md",
  "*.md",
  "openapi.yaml",
  "examples/*.md",
).filter(
  (path) =>
    /\.(tsx?|md|yaml)$/.test(path) && !/\/generated\/|\/words\/|^\.changeset\/|THIRD-PARTY|CHANGELOG/.test(path),
);
const faults = [];
for (const path of new Set(checked))
  for (const [index, line] of readFileSync(root + path, "utf8")
    .split("\n")
    .entries())
    for (const { word, unless, use } of rules)
      if (word.test(line) && !unless?.test(line))
        faults.push(`${path}:${index + 1}: "${word.exec(line)[0].trim()}"; use: ${use}`);

/** Only the newest: older subjects cannot be changed any more. A clone without history has none. */
const subjects = git("log", "-200", "--no-merges", "--format=%h %s");
for (const subject of subjects.filter((line) => line.slice(line.indexOf(" ") + 1).length > 72))
  faults.push(`commit ${subject}: the subject has more than 72 characters; move the reason to the body`);

if (faults.length > 0) {
  console.error(faults.join("\n"));
  console.error(`${faults.length} ${faults.length === 1 ? "place" : "places"} to reword.`);
  process.exit(1);
}
