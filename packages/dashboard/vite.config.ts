import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { defineConfig } from "vite";
import { compressed } from "./scripts/compressed.ts";
import { early } from "./scripts/early.ts";
import { inputs } from "./scripts/inputs.ts";

const path = (place: string) => fileURLToPath(new URL(place, import.meta.url));
const { paths } = JSON.parse(readFileSync(path("../../tsconfig.base.json"), "utf8")).compilerOptions;

export default defineConfig({
  root: path("."),
  base: "/",
  // The SDK's sources, as the compiler finds them; a browser has no tunnel package.
  resolve: {
    alias: [
      { find: /^#tunnel-package$/, replacement: path("../sdk/src/no-tunnel-package.ts") },
      ...Object.entries<string[]>(paths).map(([name, [source]]) => ({
        find: new RegExp(`^${name}$`),
        replacement: path(`../../${source}`),
      })),
    ],
  },
  oxc: { jsx: { runtime: "automatic", importSource: "preact" } },
  build: {
    target: ["chrome111", "firefox114", "safari16.4"],
    modulePreload: { polyfill: false },
    // Inlined, they would be data: that the page's policy refuses.
    assetsInlineLimit: 0,
    rolldownOptions: { input: [path("index.html"), path("docs.html"), path("connect.html")] },
    reportCompressedSize: false,
  },
  plugins: [early({ script: path("src/early.js"), page: "index.html" }), inputs(), compressed()],
});
