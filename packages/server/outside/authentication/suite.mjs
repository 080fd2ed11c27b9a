import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { attempt, Missing, needs } from "../../../../scripts/needs.mjs";

const probe = `frontdesk-probe-${process.pid}`;
const packages = ["dkimpy==1.1.8", "pynacl"];

/** A client with a public address needs a network of its own, and name servers need port 53. */
export function prepare() {
  needs("ip");
  if (process.getuid?.() !== 0) throw new Missing("network namespaces need root");
  const canOpenNamespace = attempt("ip", ["netns", "add", probe]) && attempt("ip", ["netns", "exec", probe, "true"]);
  attempt("ip", ["netns", "delete", probe]);
  if (!canOpenNamespace) throw new Missing("network namespaces cannot be opened here");
  const folder = mkdtempSync(join(tmpdir(), "frontdesk-dkimpy-"));
  const python = join(folder, "bin/python3");
  const hasDkimpy =
    attempt("python3", ["-m", "venv", folder]) && attempt(python, ["-m", "pip", "install", "--quiet", ...packages]);
  if (!hasDkimpy) console.log("The signatures of dkimpy are not tested: it cannot be installed here.");
  return {
    env: hasDkimpy ? { FRONTDESK_DKIMPY: python } : {},
    cleanUp: () => rmSync(folder, { recursive: true, force: true }),
  };
}
