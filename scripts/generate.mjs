// `npm run gen`: writes what is generated from openapi.yaml and from the table of providers, then the reference pages. `--check` compares instead.
import { spawnSync } from "node:child_process";
import { fileURLToPath } from "node:url";

const root = fileURLToPath(new URL("..", import.meta.url));
const tsx = `${root}node_modules/tsx/dist/cli.mjs`;
const generators = [
  ["packages/contract/scripts/generate.ts"],
  ["packages/server/scripts/write-provider-page.ts"],
  // The reference reads the packages' sources, not a previous build.
  ["--tsconfig", "packages/e2e/tsconfig.json", "packages/e2e/scripts/reference/generate.ts"],
];

for (const words of generators) {
  const { status } = spawnSync(process.execPath, [tsx, ...words, ...process.argv.slice(2)], {
    cwd: root,
    stdio: "inherit",
  });
  if (status !== 0) process.exit(status ?? 1);
}
