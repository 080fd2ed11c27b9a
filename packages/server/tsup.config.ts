import { copyFileSync } from "node:fs";
import { createRequire } from "node:module";
import { defineConfig } from "tsup";

export default defineConfig({
  entry: {
    index: "src/index.ts",
    cli: "src/cli/main.ts",
    // The reader starts its thread from the file beside the one that it is itself in.
    "mail-worker": "../mail-reader/src/thread/mail-worker.ts",
  },
  format: ["esm"],
  target: "node20",
  platform: "node",
  noExternal: [
    "@frontdesk/cli",
    "@frontdesk/codes",
    "@frontdesk/contract",
    "@frontdesk/mail-reader",
    "@frontdesk/sdk",
    "@frontdesk/tunnel",
    "@frontdesk/visible",
  ],
  clean: true,
  sourcemap: true,
  onSuccess: async () => {
    // The page at /docs loads it from beside the built server, so that rapidoc need not be installed.
    copyFileSync(createRequire(import.meta.url).resolve("rapidoc/dist/rapidoc-min.js"), "dist/reference.js");
    copyFileSync("../../docs/skill/svc-tunnel/SKILL.md", "dist/skill.md");
  },
});
