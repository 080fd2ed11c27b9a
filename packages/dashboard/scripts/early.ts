import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import type { Plugin } from "vite";

/** Puts a script that must run before the first paint into a page's head: as a file with its hash in its name, for the page's policy refuses it inline. */
export function early({ script, page }: { script: string; page: string }): Plugin {
  const source = readFileSync(script, "utf8").replace(/^\/\/.*\n/gm, "");
  const fileName = `assets/early-${createHash("sha256").update(source).digest("base64url").slice(0, 8)}.js`;
  return {
    name: "early",
    apply: "build",
    generateBundle() {
      this.emitFile({ type: "asset", fileName, source });
    },
    transformIndexHtml: {
      order: "post",
      // After the characters are named, before the style sheets: a script behind those would wait for them.
      handler: (html, { path }) =>
        path.endsWith(page)
          ? html.replace(/<meta charset[^>]*>/, `$&\n    <script src="/${fileName}"></script>`)
          : html,
    },
  };
}
