import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { attempt, Missing, needs } from "../../../../scripts/needs.mjs";

const probe = `frontdesk-probe-${process.pid}`;
const packages = ["dkimpy==1.1.8", "pynacl"];
/** Sources whose tests have mails that providers signed, with the keys of that time. */
const recorded = { artifact: "org.apache.james.jdkim:apache-jdkim-project", version: "0.5", kind: "source-release" };

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
  const sources = fetchRecorded(folder);
  if (sources === null) console.log("Mails that providers signed are not tested: Maven cannot fetch them here.");
  return {
    env: { ...(hasDkimpy && { FRONTDESK_DKIMPY: python }), ...(sources && { FRONTDESK_RECORDED_MAILS: sources }) },
    cleanUp: () => rmSync(folder, { recursive: true, force: true }),
  };
}

/** Fetches the recorded mails. Returns their folder, or `null` where that is not possible. */
function fetchRecorded(folder) {
  const { artifact, version, kind } = recorded;
  const name = `${artifact.split(":")[1]}-${version}`;
  const zip = join(folder, `${name}-${kind}.zip`);
  const isFetched =
    attempt("mvn", [
      "--quiet",
      "dependency:copy",
      `-Dartifact=${artifact}:${version}:zip:${kind}`,
      `-DoutputDirectory=${folder}`,
    ]) && attempt("python3", ["-m", "zipfile", "-e", zip, folder]);
  return isFetched ? join(folder, name) : null;
}
