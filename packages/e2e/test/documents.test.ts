import { execFileSync } from "node:child_process";
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { expect, test } from "vitest";
import { contributorsCommands, readDocuments, root } from "./documents.ts";

const { scripts } = JSON.parse(readFileSync(`${root}package.json`, "utf8")) as { scripts: Record<string, string> };

test.each([...readDocuments()])("%s names no path of the repository that is not there", (_path, text) => {
  const named = [
    ...text.matchAll(/(?<![\w/.-])((?:packages|examples|bench|companion|deploy|docs)\/[\w./-]*[\w/])/g),
  ].map(([, path]) => path!);
  // What a build makes is not there before it.
  const missing = named.filter((path) => !/\/(dist|\.build)(\/|$)/.test(path) && !existsSync(root + path));
  expect(missing).toEqual([]);
});

test.each([...readDocuments()])("%s links to no file that is not there", (path, text) => {
  const targets = [...text.replace(/^```.*?^```/gms, "").matchAll(/\]\((?![a-z]+:|#|\/)([^)#\s]+)/g)].map(
    ([, target]) => target!,
  );
  expect(targets.filter((target) => !existsSync(join(root, dirname(path), target)))).toEqual([]);
});

test("every npm script named in the documentation exists", () => {
  const named = [...readDocuments().values()].flatMap((text) =>
    [...text.matchAll(/\bnpm run (?:-s )?(?!-)([\w:-]+)/g)].map(([, name]) => name!),
  );
  expect(named.filter((name) => scripts[name] === undefined)).toEqual([]);
});

test("every outside suite named in the documentation exists", () => {
  const named = [...readDocuments().values()].flatMap((text) =>
    [...text.matchAll(/\bnpm run outside -- ([\w-]+)/g)].map(([, name]) => name!),
  );
  const suites = readdirSync(`${root}packages`).flatMap((name) => {
    const outside = `${root}packages/${name}/outside`;
    return existsSync(outside) ? readdirSync(outside) : [];
  });
  expect(named.length).toBeGreaterThan(10);
  expect(named.filter((name) => !suites.includes(name))).toEqual([]);
});

test("every claim of the security model names a test that exists", () => {
  const sections = readDocuments().get("docs/explanation/security-model.md")!.split("\n## ").slice(1);
  const claims = sections.flatMap((section) => {
    // From the first row of a table with a column of tests to the end of that table.
    const tables = section.split("\n\n").filter((part) => part.split("\n", 1)[0]!.endsWith("| test |"));
    return tables.flatMap((table) => table.split("\n").slice(2));
  });
  expect(claims.length).toBeGreaterThan(30);
  for (const claim of claims.filter((line) => line !== "")) {
    const tests = [...claim.matchAll(/\]\(\.\.\/\.\.\/(packages\/[^)]+\.test\.ts)\)/g)].map(([, path]) => path!);
    expect(tests, claim).not.toEqual([]);
    for (const path of tests) expect(existsSync(root + path), path).toBe(true);
  }
});

test("every row of CONTRIBUTING names tests that exist", () => {
  const places = contributorsCommands()
    .filter((command) => command.startsWith("npx vitest run"))
    .flatMap((command) => command.split(" ").filter((word) => word.startsWith("packages/")));
  expect(places.length).toBeGreaterThan(10);
  for (const place of places) expect(existsSync(root + place), place).toBe(true);
});

test.each([
  ["leavesNothing(", ["leaks"], "tests that look for leaks get a heap of their own"],
  ["useFakeTimers(", ["clock", "leaks", "mocked"], "tests that replace the clock leave other files theirs"],
  ["getTimerCount(", ["clock", "leaks", "mocked"], "tests that count timers count no other file's"],
])("files that call %s have %j in their names: %s", (call, kinds) => {
  const files = execFileSync("git", ["grep", "-lF", call, "--", "packages/*.test.ts"], { cwd: root, encoding: "utf8" });
  const others = files
    .split("\n")
    .filter((path) => path !== "" && !path.endsWith("/documents.test.ts"))
    .filter((path) => !kinds.some((kind) => path.endsWith(`.${kind}.test.ts`)));
  expect(others).toEqual([]);
});

test("no source file is longer than 250 lines", () => {
  const files = execFileSync("git", ["ls-files", "*.ts", "*.tsx", "*.mjs", "*.java"], { cwd: root, encoding: "utf8" })
    .split("\n")
    .filter((path) => path !== "" && !path.includes("/generated/") && existsSync(root + path));
  const long = files.filter(
    (path) =>
      readFileSync(root + path, "utf8")
        .trimEnd()
        .split("\n").length > 250,
  );
  expect(long).toEqual([]);
});
