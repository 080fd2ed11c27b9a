import { gzipSync } from "node:zlib";
import { build } from "esbuild";
import { expect, it } from "vitest";

it("stays within 31.8 kB, minified and gzipped, and needs nothing of Node", async () => {
  const { outputFiles } = await build({
    entryPoints: [new URL("../src/index.ts", import.meta.url).pathname],
    bundle: true,
    minify: true,
    format: "esm",
    platform: "neutral",
    charset: "utf8",
    write: false,
  });
  const bundle = outputFiles[0]?.contents ?? new Uint8Array();
  expect(gzipSync(bundle, { level: 9 }).length).toBeLessThanOrEqual(31_800);
  expect(new TextDecoder().decode(bundle)).not.toContain("node:");
});
