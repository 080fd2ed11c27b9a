import { defineConfig } from "tsup";

export default defineConfig({
  entry: { index: "src/index.ts" },
  format: ["esm", "cjs"],
  target: "es2022",
  platform: "neutral",
  noExternal: ["@frontdesk/contract", "@frontdesk/visible"],
  clean: true,
  sourcemap: true,
});
