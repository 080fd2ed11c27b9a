// What Lighthouse says of the dashboard and the reference, as the last build made them: on a phone (processor slowed four times, slow
// 4G) and on a desk. Of three looks at a view the middle one counts, as one alone tells as much of the machine as of the page. It is
// installed into a folder of its own for the time it runs. Fails below 95; names what it objects to.
import { spawnSync } from "node:child_process";
import { existsSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { createServer } from "../packages/server/dist/index.js";

const LEAST = 95;
const LOOKS = 3;
const key = "svcagt_TestTestTestTestTestTest1234";
const executablePath = process.env.CHROMIUM ?? "/usr/bin/chromium";
// A folder that has it already saves the time; else one is made, and taken away.
const folder = process.env.FRONTDESK_LIGHTHOUSE ?? install();
const require = createRequire(join(folder, "package.json"));
const load = (name) => import(pathToFileURL(require.resolve(name)).href);
const { default: lighthouse, desktopConfig } = await load("lighthouse");
const { default: puppeteer } = await load("puppeteer-core");

const server = await createServer({ storage: "memory:", bootstrapKey: key, port: 0, smtpPort: 0 });
const { url } = await server.listen();
const { mailbox } = await api("POST", "mailbox/register", { name: "signup" });
await api("POST", `mailbox/${mailbox.id}/test`);
const views = [
  { name: "sign in", place: "/", isIn: false },
  { name: "an inbox", place: `/#/mailboxes/${mailbox.id}`, isIn: true },
  { name: "reference, overview", place: "/docs", isIn: false },
  { name: "reference, an operation", place: "/docs/registerMailbox", isIn: true },
];
let worst = 100;
const table = [];
for (const device of ["phone", "desk"]) for (const view of views) table.push(await judge(view, device));
console.table(table);
await server.close();
if (!process.env.FRONTDESK_LIGHTHOUSE) rmSync(folder, { recursive: true, force: true });
if (worst < LEAST) console.log(`The lowest score is ${worst}; at least ${LEAST} is asked.`);
process.exit(worst < LEAST ? 1 : 0);

async function judge(view, device) {
  const looks = [];
  for (let look = 0; look < LOOKS; look++) looks.push(await lookAt(view, device));
  const middle = looks.sort((a, b) => a.row.performance - b.row.performance)[Math.floor(LOOKS / 2)];
  worst = Math.min(worst, middle.row.performance, middle.row.accessibility, middle.row["best-practices"]);
  for (const objection of middle.objections) console.log(objection);
  return { ...middle.row, "each look": looks.map(({ row }) => row.performance).join(" ") };
}

async function lookAt({ name, place, isIn }, device) {
  const browser = await puppeteer.launch({ executablePath, args: ["--no-sandbox"] });
  const page = await browser.newPage();
  if (isIn) await page.evaluateOnNewDocument(`sessionStorage.setItem("frontdesk.key", ${JSON.stringify(key)})`);
  const flags = {
    logLevel: "error",
    disableStorageReset: true,
    onlyCategories: ["performance", "accessibility", "best-practices"],
  };
  const { lhr } = await lighthouse(url + place, flags, device === "desk" ? desktopConfig : undefined, page);
  await browser.close();
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
  return {
    row: {
      ...row,
      "first paint": figure("first-contentful-paint"),
      "largest paint": figure("largest-contentful-paint"),
      blocking: figure("total-blocking-time"),
      shift: figure("cumulative-layout-shift"),
    },
    objections,
  };
}

async function api(method, path, body) {
  const response = await fetch(`${url}/svc-api/${path}`, {
    method,
    headers: { authorization: `Bearer ${key}`, "content-type": "application/json" },
    ...(body ? { body: JSON.stringify(body) } : {}),
  });
  return response.json();
}

function install() {
  const SKIPPED = 77;
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
