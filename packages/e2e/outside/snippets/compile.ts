import { execFileSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { root } from "../../test/documents.ts";
import { declares, given } from "./documented.ts";

/** Packages of others that a user of a snippet has, where this workspace has them. */
const ofUsers = {
  standardwebhooks: ["packages/server/node_modules/standardwebhooks/dist/index.d.ts"],
  "msw/node": ["packages/testing/node_modules/msw/lib/node/index.d.mts"],
};
const fromRoot = (paths: Record<string, string[]>) =>
  Object.fromEntries(Object.entries(paths).map(([name, places]) => [name, places.map((place) => join(root, place))]));

/** What the compiler says of snippets in TypeScript, under the strictest rules; nothing when all is well. */
export function compile(snippets: readonly { place: string; code: string }[]): string {
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
    for (const [index, { place, code }] of snippets.entries()) {
      const ambient = Object.entries(given)
        .filter(([name]) => !declares(code, name))
        .map(([name, type]) => `declare const ${name}: ${type};`);
      const file = `${place.replace(/\W+/g, "-")}-${index}.ts`;
      writeFileSync(join(folder, file), `${code}\n${ambient.join("\n")}\nexport {};\n`);
    }
    return said(() => execFileSync(`${root}node_modules/.bin/tsc`, ["-p", folder], { encoding: "utf8" }));
  } finally {
    rmSync(folder, { recursive: true });
  }
}

/** What a command prints; where it fails, what it says of why. */
export function said(run: () => string): string {
  try {
    return run();
  } catch (error) {
    // `execFileSync` throws an error with what was printed.
    const { stdout = "", stderr = "" } = error as { stdout?: string; stderr?: string };
    return `${stdout}${stderr}` || String(error);
  }
}
