// Lists what a release consists of, in CycloneDX: the packages that npm installs with it, and those that its bundles hold.
import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { bundledPackages } from "./bundled-packages.mjs";

/** Returns the list for a folder in which a tarball is installed. `source` is the folder of the package that was packed. */
export function createSbom(installed, source) {
  const text = execFileSync("npm", ["sbom", "--sbom-format", "cyclonedx", "--sbom-type", "application"], {
    cwd: installed,
    encoding: "utf8",
    maxBuffer: 1e9,
    shell: process.platform === "win32",
  });
  const sbom = JSON.parse(text);
  const { name, version } = JSON.parse(readFileSync(join(source, "package.json"), "utf8"));
  // npm names it after the folder.
  Object.assign(sbom.metadata.component, { name, version, purl: toPurl(name, version) });
  const known = new Set(sbom.components.map(({ purl }) => purl));
  const bundled = bundledPackages(source).map(toComponent);
  sbom.components.push(...bundled.filter(({ purl }) => !known.has(purl)));
  return sbom;
}

function toComponent(folder) {
  const { name, version, license } = JSON.parse(readFileSync(join(folder, "package.json"), "utf8"));
  const purl = toPurl(name, version);
  return {
    type: "library",
    "bom-ref": `bundled:${purl}`,
    name,
    version,
    purl,
    ...(license && { licenses: [{ license: { name: license } }] }),
    properties: [{ name: "frontdesk:bundled", value: "true" }],
  };
}

function toPurl(name, version) {
  return `pkg:npm/${name.replace("@", "%40")}@${version}`;
}
