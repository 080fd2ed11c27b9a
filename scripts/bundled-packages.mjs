// Which packages a bundle holds, from what the bundler wrote down when it built.
import { readdirSync, readFileSync } from "node:fs";
import { join, resolve } from "node:path";

/** Returns the folders of the packages that are bundled into the package in `place`. */
export function bundledPackages(place) {
  const folders = new Set();
  for (const file of readdirSync(join(place, "dist")).filter((name) => /^metafile-.*\.json$/.test(name))) {
    const { outputs } = JSON.parse(readFileSync(join(place, "dist", file), "utf8"));
    for (const { inputs } of Object.values(outputs))
      for (const path of Object.keys(inputs)) {
        const folder = /^(.*node_modules\/(?:@[^/]+\/)?[^/]+)\/(?!.*node_modules\/)/.exec(path)?.[1];
        if (folder) folders.add(resolve(place, folder));
      }
  }
  return [...folders];
}
