// Writes the declarations of every package that programs import: one file for each entry, in which stands all that its user's
// compiler cannot find elsewhere. What the package's manifest does not promise to install is taken in, private packages too.
import { existsSync, readdirSync, readFileSync, rmSync, symlinkSync } from "node:fs";
import { rollup } from "rollup";
import dts from "rollup-plugin-dts";
import { compile, root } from "./compiler/compile.mjs";
import { toPlainOptions } from "./plain-options.mjs";

// What each source declares, as the compiler writes it.
const declared = `${root}.tmp/declared`;
rmSync(declared, { recursive: true, force: true });
const emit = ["--noEmit", "false", "--noCheck", "--declaration", "--emitDeclarationOnly"];
if (!compile("-p", "tsconfig.sources.json", ...emit, "--rootDir", root, "--outDir", declared)) process.exit(1);
for (const name of readdirSync(`${declared}/packages`)) {
  // What they import is installed beside the sources.
  const installed = `${root}packages/${name}/node_modules`;
  if (existsSync(installed)) symlinkSync(installed, `${declared}/packages/${name}/node_modules`, "junction");
}

const toDeclared = (source) => `${declared}/${source.replace(/\.ts$/, ".d.ts")}`;
const base = JSON.parse(readFileSync(`${root}tsconfig.base.json`, "utf8")).compilerOptions;
const paths = Object.fromEntries(
  Object.entries(base.paths).map(([name, [source]]) => [name, [toDeclared(source.slice(2))]]),
);

const packages = [
  { folder: "sdk", entries: ["index", "codes", "codes-all", "totp"], dual: true },
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
    input: Object.fromEntries(entries.map((entry) => [entry, toDeclared(`packages/${folder}/src/${entry}.ts`)])),
    external: (id) => id.startsWith("node:") || isInstalled(id),
    plugins: [
      dts({
        tsconfig: `${place}/tsconfig.json`,
        compilerOptions: { paths },
        includeExternal: ["openapi-fetch", "openapi-typescript-helpers", "openapi-msw"],
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
      // A chunk is named after its source, which is a declaration already.
      chunkFileNames: ({ name }) => `${name.replace(/\.d$/, "")}.d.${extension}`,
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
