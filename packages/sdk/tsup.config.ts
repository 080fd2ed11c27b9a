import { defineConfig } from "tsup";

export default defineConfig({
  entry: { index: "src/index.ts", codes: "src/codes/index.ts", testing: "src/testing/index.ts" },
  format: ["esm", "cjs"],
  target: "es2022",
  platform: "neutral",
  dts: { resolve: ["@frontdesk/contract"] },
  noExternal: ["@frontdesk/contract"],
  esbuildOptions(options) {
    // Words of many scripts take a third of the bytes as UTF-8 that they take as escapes.
    options.charset = "utf8";
  },
  clean: true,
  sourcemap: true,
});
