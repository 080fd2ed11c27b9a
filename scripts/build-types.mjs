// Writes the declarations of every package that programs import: one file for each entry, in which stands all that its user's
// compiler cannot find elsewhere. What the package's manifest does not promise to install is taken in, private packages too.
import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { rollup } from "rollup";
import dts from "rollup-plugin-dts";
import { toPlainOptions } from "./plain-options.mjs";

const root = fileURLToPath(new URL("..", import.meta.url));
const base = JSON.parse(readFileSync(`${root}tsconfig.base.json`, "utf8")).compilerOptions;
// Seen from the folder of whichever package is built.
const paths = Object.fromEntries(
  Object.entries(base.paths).map(([name, [source]]) => [name, [root + source.slice(2)]]),
);

const packages = [
  { folder: "sdk", entries: ["index", "codes", "codes-all"], dual: true },
  {
    folder: "testing",
    entries: ["index", "msw", "playwright/index"],
    dual: true,
    // Whoever imports the entry has its test runner.
    beside: ["@playwright/test", "msw"],
  },
  { folder: "testing", entries: ["playwright/setup", "vitest/index"], beside: ["vitest"] },
  { folder: "tunnel", entries: ["index"] },
  { folder: "server", entries: ["index"] },
];
const wanted = process.argv.slice(2);

for (const { folder, entries, dual = false, beside = [] } of packages) {
  if (wanted.length > 0 && !wanted.includes(folder)) continue;
  const place = `${root}packages/${folder}`;
  const { dependencies = {} } = JSON.parse(readFileSync(`${place}/package.json`, "utf8"));
  const installed = [...Object.keys(dependencies), ...beside];
  const isInstalled = (id) => installed.some((name) => id === name || id.startsWith(`${name}/`));

  const bundle = await rollup({
    input: Object.fromEntries(entries.map((entry) => [entry, `${place}/src/${entry}.ts`])),
    external: (id) => id.startsWith("node:") || isInstalled(id),
    plugins: [
      dts({
        tsconfig: `${place}/tsconfig.json`,
        compilerOptions: { paths },
        includeExternal: ["openapi-typescript-helpers", "openapi-msw"],
      }),
      { name: "plain-options", renderChunk: (code) => (folder === "server" ? toPlainOptions(code) : null) },
    ],
    onwarn: ({ message }) => {
      throw new Error(`Types of ${folder}: ${message}`);
    },
  });
  const foreign = [];
  for (const extension of dual ? ["ts", "cts"] : ["ts"]) {
    const { output } = await bundle.write({
      dir: `${place}/dist`,
      format: "es",
      entryFileNames: `[name].d.${extension}`,
      chunkFileNames: `[name].d.${extension}`,
      // For compilers that are told of an older language than `await using`.
      banner: ({ exports }) => (exports.length > 0 ? '/// <reference lib="esnext.disposable" />' : ""),
    });
    for (const chunk of output) foreign.push(...chunk.imports.filter((id) => !/\.d\.c?ts$/.test(id)));
  }
  await bundle.close();
  const missing = [...new Set(foreign)].filter((id) => !id.startsWith("node:") && !isInstalled(id));
  if (missing.length > 0)
    throw new Error(`Types of ${folder} need ${missing.join(", ")}, which its user does not get.`);
  console.log(`types of ${folder}: needs ${[...new Set(foreign)].join(", ") || "nothing"}`);
}
