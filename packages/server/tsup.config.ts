import { defineConfig } from "tsup";

export default defineConfig({
  entry: { index: "src/index.ts", cli: "src/cli/main.ts" },
  format: ["esm"],
  target: "node20",
  platform: "node",
  dts: { entry: { index: "src/index.ts" }, resolve: ["@frontdesk/contract"] },
  noExternal: ["@frontdesk/contract", "@frontdesk/tunnel"],
  clean: true,
  sourcemap: true,
});
