// Checks .github/workflows with actionlint, which Go builds. Exit code 77: there is no Go, or no way to the module.
import { spawnSync } from "node:child_process";
import { existsSync, mkdirSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";

const SKIPPED = 77;
const version = "v1.7.7";
const root = fileURLToPath(new URL("..", import.meta.url));
const place = join(root, ".tmp/actionlint");
const binary = join(place, process.platform === "win32" ? "actionlint.exe" : "actionlint");
if (!existsSync(binary)) {
  mkdirSync(place, { recursive: true });
  const module = `github.com/rhysd/actionlint/cmd/actionlint@${version}`;
  const built = spawnSync("go", ["install", module], { encoding: "utf8", env: { ...process.env, GOBIN: place } });
  if (built.status !== 0) {
    console.log(
      `test:workflows is skipped: actionlint cannot be built here (${built.error?.message ?? built.stderr.trim()})`,
    );
    process.exit(SKIPPED);
  }
}
const folder = join(root, ".github/workflows");
const files = readdirSync(folder).map((name) => join(folder, name));
const { status } = spawnSync(binary, ["-no-color", ...files], { stdio: "inherit", cwd: root });
console.log(status === 0 ? `actionlint finds nothing in ${files.length} workflows` : "actionlint found the above");
process.exit(status ?? 1);
