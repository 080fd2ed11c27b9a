import { execFileSync } from "node:child_process";
import { readdirSync, readFileSync, statSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { expect, test } from "vitest";

const folder = new URL("../../../server/dist/dashboard/", import.meta.url);
const zipped = (names: string[]) => names.reduce((sum, name) => sum + statSync(new URL(`${name}.gz`, folder)).size, 0);
const filesOf = (page: string) =>
  [...readFileSync(new URL(page, folder), "utf8").matchAll(/\/assets\/([^"]+)/g)].map(([, name]) => name ?? "");

test("the first view is at most 60 kB, and all of the dashboard at most 120 kB, as gzip", () => {
  const first = ["index.html", ...filesOf("index.html")];
  const docs = new Set(filesOf("docs.html").filter((name) => !first.includes(name)));
  const all = readdirSync(folder).filter(
    (name) => /\.(html|js|css|svg)$/.test(name) && name !== "docs.html" && !docs.has(name),
  );
  const sizes = { first: zipped(first), all: zipped(all), docs: zipped(["docs.html", ...filesOf("docs.html")]) };
  console.log("bytes as gzip:", sizes);
  expect(sizes.first).toBeLessThanOrEqual(60_000);
  expect(sizes.all).toBeLessThanOrEqual(120_000);
});

test("the licences of the bundled packages are included in the server", () => {
  const server = fileURLToPath(new URL("../../../server/", import.meta.url));
  execFileSync(process.execPath, ["../../scripts/write-pages.mjs"], { cwd: server });
  const notices = readFileSync(`${server}THIRD-PARTY-NOTICES.txt`, "utf8");
  for (const name of ["preact", "uqr"]) expect(notices).toMatch(new RegExp(`^${name} [\\d.]+ \\(MIT\\)$`, "m"));
  expect(readdirSync(folder)).not.toContain("metafile.json");
});
