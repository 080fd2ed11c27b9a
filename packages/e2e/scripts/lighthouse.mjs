// Runs Lighthouse on views: on a phone (processor slowed four times, slow 4G) and on a desktop. Of three looks at a view the middle
// one counts, because a single look tells as much of the machine as of the page. Lighthouse is installed into a folder of its own.
import { spawnSync } from "node:child_process";
import { existsSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pathToFileURL } from "node:url";

const MIN_SCORE = 95;
const LOOKS = 3;
const SKIPPED = 77;
const executablePath = process.env.CHROMIUM ?? "/usr/bin/chromium";

/**
 * Prints the scores of all views, each `{ name, url, prepare }`, and what Lighthouse objects to. Returns whether every score is
 * at least 95. `prepare(page)` runs before a page opens.
 */
export async function judgeViews(views) {
  // A folder that has it already saves the time.
  const folder = process.env.FRONTDESK_LIGHTHOUSE ?? install();
  const require = createRequire(join(folder, "package.json"));
  const load = (name) => import(pathToFileURL(require.resolve(name)).href);
  const { default: lighthouse, desktopConfig } = await load("lighthouse");
  const { default: puppeteer } = await load("puppeteer-core");

  const table = [];
  for (const device of ["phone", "desktop"])
    for (const view of views) {
      const looks = [];
      for (let look = 0; look < LOOKS; look++) looks.push(await lookAt(view, device));
      const middle = looks.sort((a, b) => a.row.performance - b.row.performance)[Math.floor(LOOKS / 2)];
      for (const objection of middle.objections) console.log(objection);
      table.push({ ...middle.row, "each look": looks.map(({ row }) => row.performance).join(" ") });
    }
  console.table(table);
  if (!process.env.FRONTDESK_LIGHTHOUSE) rmSync(folder, { recursive: true, force: true });
  const lowest = Math.min(...table.flatMap((row) => [row.performance, row.accessibility, row["best-practices"]]));
  if (lowest < MIN_SCORE) console.log(`The lowest score is ${lowest}; it must be at least ${MIN_SCORE}.`);
  return lowest >= MIN_SCORE;

  async function lookAt({ name, url, prepare }, device) {
    const browser = await puppeteer.launch({ executablePath, args: ["--no-sandbox"] });
    const page = await browser.newPage();
    await prepare?.(page);
    const flags = {
      logLevel: "error",
      disableStorageReset: true,
      onlyCategories: ["performance", "accessibility", "best-practices"],
    };
    const { lhr } = await lighthouse(url, flags, device === "desktop" ? desktopConfig : undefined, page);
    await browser.close();
    return toResult(lhr, { name, device });
  }
}

function toResult(lhr, { name, device }) {
  const row = { view: name, on: device };
  const objections = [];
  for (const { id, score, auditRefs } of Object.values(lhr.categories)) {
    row[id] = Math.round(score * 100);
    for (const { id: audit, weight } of auditRefs) {
      const { score: part, title, displayValue = "" } = lhr.audits[audit];
      if (weight > 0 && part !== null && part < 0.9)
        objections.push(`${name}, ${device}, ${id}: ${title} ${displayValue}`);
    }
  }
  const figure = (audit) => lhr.audits[audit].displayValue;
  const figures = {
    "first paint": figure("first-contentful-paint"),
    "largest paint": figure("largest-contentful-paint"),
    blocking: figure("total-blocking-time"),
    shift: figure("cumulative-layout-shift"),
  };
  return { row: { ...row, ...figures }, objections };
}

function install() {
  if (!existsSync(executablePath)) {
    console.log(`Skipped: there is no Chromium at ${executablePath}. Install it, or name one by CHROMIUM.`);
    process.exit(SKIPPED);
  }
  const place = mkdtempSync(join(tmpdir(), "frontdesk-lighthouse-"));
  writeFileSync(join(place, "package.json"), "{}");
  const words = ["install", "--no-audit", "--no-fund", "lighthouse@12.8.2"];
  const { status, stderr } = spawnSync("npm", words, { cwd: place, encoding: "utf8" });
  if (status === 0) return place;
  console.log(`Skipped: Lighthouse can't be installed here: ${stderr.trim().split("\n").at(-1)}`);
  process.exit(SKIPPED);
}
