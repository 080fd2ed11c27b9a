import { defineConfig } from "tsup";

export default defineConfig({
  entry: { index: "src/index.ts" },
  format: ["esm", "cjs"],
  target: "es2022",
  platform: "neutral",
  noExternal: ["@frontdesk/contract", "@frontdesk/visible"],
  clean: true,
  // What is bundled, for the licences that go with it.
  metafile: true,
  sourcemap: true,
});
