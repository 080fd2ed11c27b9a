import { mkdirSync, renameSync, writeFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { build } from "esbuild";
import manifest from "../../package.json" with { type: "json" };

const root = fileURLToPath(new URL("../../", import.meta.url));

/**
 * The command, bundled from the sources of all packages as they are now, never from a stale build. Through a loader of
 * TypeScript each start of it takes three times as long. Resolves with its file.
 */
export async function bundleCommand(): Promise<string> {
  // One level below the package, as `dist/` is: the command finds its package.json from there.
  const folder = `${root}.tmp/`;
  const { outputFiles } = await build({
    absWorkingDir: root,
    entryPoints: {
      cli: "src/cli/main.ts",
      "mail-worker": "../mail-reader/src/worker/mail-worker.ts",
      "authentication-worker": "src/authentication/authentication-worker.ts",
    },
    tsconfig: "tsconfig.json",
    outdir: folder,
    bundle: true,
    platform: "node",
    format: "esm",
    target: "node20",
    write: false,
    external: Object.keys(manifest.dependencies),
    // Bundled libraries are CommonJS and require modules of Node, as in tsup.config.ts.
    banner: {
      js: 'import { createRequire as createBundleRequire } from "node:module"; const require = createBundleRequire(import.meta.url);',
    },
  });
  mkdirSync(folder, { recursive: true });
  for (const { path, contents } of outputFiles) {
    // Another worker of the tests may run the file meanwhile.
    const draft = `${path}.${process.pid}`;
    writeFileSync(draft, contents);
    renameSync(draft, path);
  }
  return `${folder}cli.js`;
}
