// Runs packages/e2e/outside/mailers: real mailers with their defaults, to loopback and, in a network namespace of its own, to a
// private address. What a mailer needs is fetched here first, for a namespace reaches nothing; one that can't be had is skipped.
import { spawnSync } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";

const PRIVATE = "10.78.0.1";
const source = fileURLToPath(new URL("../packages/e2e/outside/mailers/", import.meta.url));
const folder = mkdtempSync(join(tmpdir(), "frontdesk-mailers-"));
const space = `frontdesk-mailers-${process.pid}`;
const attempt = (file, ...words) => {
  const { status, error, stderr } = spawnSync(file, words, { encoding: "utf8", timeout: 240_000 });
  if (status !== 0) console.log(`${file} ${words[0]}: ${error?.message ?? stderr.trim().split("\n").at(-1)}`);
  return status === 0;
};

const python = join(folder, "python");
if (attempt("python3", "-m", "venv", python) && attempt(join(python, "bin/pip"), "install", "-q", "django"))
  writeFileSync(join(folder, "django"), "");
attempt("go", "build", "-o", join(folder, "go-mail"), join(source, "go-mail.go"));
for (const artifact of ["com.sun.mail:jakarta.mail:2.0.1", "com.sun.activation:jakarta.activation:2.0.1"])
  attempt("mvn", "-q", "-B", "dependency:copy", `-Dartifact=${artifact}`, `-DoutputDirectory=${join(folder, "jars")}`);

const ip = (...words) => attempt("ip", ...words);
const isPrivate =
  ip("netns", "add", space) &&
  ip("-n", space, "link", "set", "lo", "up") &&
  ip("-n", space, "link", "add", "desk", "type", "veth", "peer", "name", "other") &&
  ip("-n", space, "link", "set", "other", "up") &&
  ip("-n", space, "address", "add", `${PRIVATE}/24`, "dev", "desk") &&
  ip("-n", space, "link", "set", "desk", "up");
if (!isPrivate) console.log("No private address is tried: no network namespace can be made here");

const vitest = ["node_modules/vitest/vitest.mjs", "run", "--config", "vitest.outside.config.ts", "outside/mailers"];
const words = [process.execPath, ...vitest, ...process.argv.slice(2)];
const [file = "", ...rest] = isPrivate ? ["ip", "netns", "exec", space, ...words] : words;
const env = { ...process.env, FRONTDESK_MAILERS: folder, ...(isPrivate ? { FRONTDESK_PRIVATE_HOST: PRIVATE } : {}) };
const { status } = spawnSync(file, rest, { stdio: "inherit", env });
spawnSync("ip", ["netns", "del", space]);
rmSync(folder, { recursive: true, force: true });
process.exit(status ?? 1);
