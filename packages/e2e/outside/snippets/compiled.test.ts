import { execFileSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { root } from "../../test/documents.ts";
import { declares, given, readSnippets } from "./documented.ts";

const snippets = readSnippets();
/** Packages of others that a user of a snippet has, where this workspace has them. */
const ofUsers = {
  standardwebhooks: ["packages/server/node_modules/standardwebhooks/dist/index.d.ts"],
  "msw/node": ["packages/testing/node_modules/msw/lib/node/index.d.mts"],
};
const fromRoot = (paths: Record<string, string[]>) =>
  Object.fromEntries(Object.entries(paths).map(([name, places]) => [name, places.map((place) => join(root, place))]));
const of = (...languages: string[]) => snippets.filter(({ language }) => languages.includes(language));

test("every snippet in TypeScript compiles as it stands, under the strictest rules", () => {
  // Below a package, where the packages' names mean what a user's would.
  const folder = mkdtempSync(`${root}packages/e2e/.snippets-`);
  try {
    const { paths } = JSON.parse(readFileSync(`${root}tsconfig.base.json`, "utf8")).compilerOptions;
    const config = {
      extends: "../../../tsconfig.base.json",
      compilerOptions: {
        types: ["node"],
        lib: ["ES2023", "ESNext.Disposable"],
        paths: { ...fromRoot(paths), ...fromRoot(ofUsers) },
      },
      include: ["*.ts"],
    };
    writeFileSync(join(folder, "tsconfig.json"), JSON.stringify(config));
    const names = new Map<string, string>();
    for (const [index, { place, code }] of of("ts").entries()) {
      const ambient = Object.entries(given)
        .filter(([name]) => !declares(code, name))
        .map(([name, type]) => `declare const ${name}: ${type};`);
      const file = `snippet-${index}.ts`;
      names.set(file, place);
      writeFileSync(join(folder, file), `${code}\n${ambient.join("\n")}\nexport {};\n`);
    }
    expect(names.size).toBeGreaterThanOrEqual(5);
    expect(said(() => execFileSync(`${root}node_modules/.bin/tsc`, ["-p", folder], { encoding: "utf8" }))).toBe("");
  } finally {
    rmSync(folder, { recursive: true });
  }
});

test.each(of("sh"))("$place is a script that a shell can read", ({ code }) => {
  expect(said(() => execFileSync("bash", ["-n"], { input: code, encoding: "utf8", stdio: "pipe" }))).toBe("");
});

test.each(of("json"))("$place is JSON", ({ code }) => {
  JSON.parse(code);
});

test.each(of("python"))("$place is Python", ({ code }) => {
  const compile = "import sys; compile(sys.stdin.read(), 'snippet', 'exec')";
  expect(said(() => execFileSync("python3", ["-c", compile], { input: code, encoding: "utf8", stdio: "pipe" }))).toBe(
    "",
  );
});

test.each(of("go"))("$place is Go", ({ code }) => {
  const head = `package main\nimport ("encoding/json"; "net/http"; "fmt")\nfunc main() { url, id, token := "", "", ""\n`;
  const body = `${head}${code}\nfmt.Println(answer, err) }\n`;
  expect(said(() => execFileSync("gofmt", ["-e"], { input: body, encoding: "utf8", stdio: "pipe" }))).toMatch(
    /^package main/,
  );
});

/** What a command prints; where it fails, what it says of why. */
function said(run: () => string): string {
  try {
    return run();
  } catch (error) {
    // `execFileSync` throws an error with what was printed.
    const { stdout = "", stderr = "" } = error as { stdout?: string; stderr?: string };
    return `${stdout}${stderr}` || String(error);
  }
}
