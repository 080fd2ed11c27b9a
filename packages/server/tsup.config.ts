import { copyFileSync, cpSync } from "node:fs";
import { defineConfig } from "tsup";
import { commandEntries } from "../../scripts/tsup-command.mjs";

export default defineConfig({
  entry: {
    ...commandEntries,
    index: "src/index.ts",
    cli: "src/cli/main.ts",
    // The mail parser starts its worker thread from a file next to the bundle.
    "mail-worker": "../mail-reader/src/worker/mail-worker.ts",
    // Senders are authenticated on another one.
    "authentication-worker": "src/authentication/authentication-worker.ts",
  },
  format: ["esm"],
  target: "node20",
  platform: "node",
  noExternal: [
    "@frontdesk/basics",
    "@frontdesk/cli",
    "@frontdesk/codes",
    "@frontdesk/contract",
    "@frontdesk/mail-reader",
    "@frontdesk/mcp",
    "@frontdesk/sdk",
    "@frontdesk/tunnel",
    "@frontdesk/visible",
  ],
  // The bundled mailauth is CommonJS and requires modules of Node.
  banner: {
    js: 'import { createRequire as createBundleRequire } from "node:module"; const require = createBundleRequire(import.meta.url);',
  },
  // All but the packed clients, which `scripts/pack-clients.mjs` writes after the build of all packages.
  clean: ["!downloads/**"],
  // What is bundled, for the licences that go with it.
  metafile: true,
  sourcemap: true,
  onSuccess: async () => {
    cpSync("../dashboard/dist", "dist/dashboard", {
      recursive: true,
      filter: (path) => !path.endsWith("metafile.json"),
    });
    copyFileSync("../dashboard/dist/metafile.json", "dist/metafile-dashboard.json");
    copyFileSync("../../docs/skill/svc-tunnel/SKILL.md", "dist/skill.md");
  },
});
