// Packs the testing package with the packages of ours that it needs inside, so that it can be installed from one URL. What others
// made still comes from the registry.
import { execFileSync } from "node:child_process";
import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { basename, dirname, join, relative } from "node:path";

const bundled = ["sdk", "server", "tunnel"];

/** Makes the tarball in `folder` from the packages' own tarballs, by name. Returns its path. */
export function packTesting(folder, tarballs) {
  const home = join(folder, "package");
  unpack(tarballs.testing, home);
  const manifest = readManifest(home);
  const own = bundled.map((name) => {
    const place = join(home, "node_modules/@frontdesk", name);
    unpack(tarballs[name], place);
    return readManifest(place);
  });
  const isOurs = (name) => name.startsWith("@frontdesk/");
  const fromOthers = own.flatMap(({ dependencies = {} }) =>
    Object.entries(dependencies).filter(([name]) => !isOurs(name)),
  );
  const dependencies = {
    ...Object.fromEntries(own.map(({ name, version }) => [name, version])),
    ...Object.fromEntries(fromOthers),
  };
  const bundleDependencies = own.map(({ name }) => name);
  writeFileSync(
    join(home, "package.json"),
    `${JSON.stringify({ ...manifest, dependencies, bundleDependencies }, null, 2)}\n`,
  );
  const tarball = join(folder, `frontdesk-testing-${manifest.version}.tgz`);
  execFileSync("tar", ["-czf", basename(tarball), "package"], { cwd: folder });
  return tarball;
}

const readManifest = (place) => JSON.parse(readFileSync(join(place, "package.json"), "utf8"));

/** Unpacks by relative paths, because GNU's tar takes the `C:` of a path for the name of a host. */
function unpack(tarball, place) {
  mkdirSync(place, { recursive: true });
  const target = relative(dirname(tarball), place).replaceAll("\\", "/");
  execFileSync("tar", ["-xzf", basename(tarball), "--strip-components=1", "-C", target], { cwd: dirname(tarball) });
}
