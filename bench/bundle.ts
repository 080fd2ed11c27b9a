import { createRequire } from "node:module";
import { basename, join } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";
import { temporaryPath } from "./processes.ts";

/** A script of the bench and what it imports, in one file of plain JavaScript, as packages are built for their users. */
export async function bundle(script: string): Promise<string> {
  // The very esbuild that tsx brings.
  const found = createRequire(createRequire(import.meta.url).resolve("tsx")).resolve("esbuild");
  const { build } = (await import(pathToFileURL(found).href)) as typeof import("esbuild");
  const outfile = join(temporaryPath("bundle"), basename(script).replace(/\.ts$/, ".mjs"));
  await build({
    entryPoints: [fileURLToPath(new URL(script, import.meta.url))],
    outfile,
    bundle: true,
    platform: "node",
    format: "esm",
    target: "node20",
    logLevel: "error",
  });
  return outfile;
}
