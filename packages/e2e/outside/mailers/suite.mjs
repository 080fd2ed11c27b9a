import { spawnSync } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { attempt } from "../../../../scripts/needs.mjs";

const PRIVATE_ADDRESS = "10.78.0.1";

// It downloads from Maven and Go at each run.
export const onlyWhenNamed = true;

/**
 * Downloads what the mailers need, because the network namespace of the suite reaches nothing. In that namespace they also send to
 * a private address. A mailer that cannot be had is skipped by its test.
 */
export function prepare() {
  const folder = mkdtempSync(join(tmpdir(), "frontdesk-mailers-"));
  const namespace = `frontdesk-mailers-${process.pid}`;
  download(folder);
  const isPrivate = addNamespace(namespace);
  if (!isPrivate) console.log("No private address is tried: no network namespace can be made here");
  return {
    prefix: isPrivate ? ["ip", "netns", "exec", namespace] : [],
    env: { FRONTDESK_MAILERS: folder, ...(isPrivate && { FRONTDESK_PRIVATE_HOST: PRIVATE_ADDRESS }) },
    cleanUp() {
      spawnSync("ip", ["netns", "del", namespace]);
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

function download(folder) {
  const python = join(folder, "python");
  const hasPython = attempt("python3", ["-m", "venv", python]);
  if (hasPython && attempt(join(python, "bin/pip"), ["install", "-q", "django"]))
    writeFileSync(join(folder, "django"), "");
  attempt("go", ["build", "-o", join(folder, "go-mail"), join(import.meta.dirname, "go-mail.go")]);
  for (const artifact of ["com.sun.mail:jakarta.mail:2.0.1", "com.sun.activation:jakarta.activation:2.0.1"])
    attempt("mvn", [
      ...["-q", "-B", "dependency:copy"],
      ...[`-Dartifact=${artifact}`, `-DoutputDirectory=${join(folder, "jars")}`],
    ]);
}

function addNamespace(namespace) {
  const commands = [
    `netns add ${namespace}`,
    `-n ${namespace} link set lo up`,
    `-n ${namespace} link add server type veth peer name other`,
    `-n ${namespace} link set other up`,
    `-n ${namespace} address add ${PRIVATE_ADDRESS}/24 dev server`,
    `-n ${namespace} link set server up`,
  ];
  return commands.every((command) => attempt("ip", command.split(" ")));
}
