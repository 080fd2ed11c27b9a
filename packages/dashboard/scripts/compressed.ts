import { readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { basename, join } from "node:path";
import { brotliCompressSync, constants, gzipSync } from "node:zlib";
import type { Plugin } from "vite";

/** Lays all files in one folder, each also compressed by Brotli and gzip, so that the server compresses nothing while it runs. */
export function compressed(): Plugin {
  let folder = "";
  return {
    name: "compressed",
    apply: "build",
    configResolved: ({ build, root }) => {
      folder = join(root, build.outDir);
    },
    closeBundle() {
      for (const name of readdirSync(folder, { recursive: true, encoding: "utf8" })) {
        if (!/\.(html|js|css|svg)$/.test(name)) continue;
        const bytes = readFileSync(join(folder, name));
        const at = join(folder, basename(name));
        writeFileSync(at, bytes);
        writeFileSync(`${at}.gz`, gzipSync(bytes, { level: 9 }));
        writeFileSync(`${at}.br`, brotliCompressSync(bytes, { params: { [constants.BROTLI_PARAM_QUALITY]: 11 } }));
      }
      rmSync(join(folder, "assets"), { recursive: true, force: true });
    },
  };
}
