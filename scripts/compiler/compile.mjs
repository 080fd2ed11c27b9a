import { spawnSync } from "node:child_process";
import { createRequire } from "node:module";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";

/** The repository. */
export const root = fileURLToPath(new URL("../..", import.meta.url));

// The native compiler takes a tenth of the time. The one in JavaScript stays for the tools that are built on it, and for
// machines that the native one is not made for; what users of either see is for the tests of the packed tarballs.
const [program, ...words] = native() ?? [process.execPath, join(root, "node_modules/typescript/bin/tsc")];

/** Runs the compiler with these words. Whether it found no fault, which it has printed otherwise. */
export function compile(...options) {
  const { status } = spawnSync(program, [...words, ...options], { cwd: root, stdio: "inherit" });
  return status === 0;
}

/** Its packages by platform are installed without the one that chooses between them, which tools would take for theirs. */
function native() {
  const { platform, arch } = process;
  try {
    const manifest = createRequire(import.meta.url).resolve(`@typescript/typescript-${platform}-${arch}/package.json`);
    return [join(dirname(manifest), "lib", platform === "win32" ? "tsc.exe" : "tsc")];
  } catch {
    return null;
  }
}
