// Packs every package as it would be published, looks into the tarballs, installs them with npm into an empty folder and runs
// each command and each entry. With `--publish` it also refuses what an owner has yet to fill in. `--keep <folder>` leaves the
// tarballs there, with a list of what they consist of (SBOM) beside each.
import { execFileSync } from "node:child_process";
import { copyFileSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { basename, join, resolve } from "node:path";
import { fileURLToPath } from "node:url";
import { packPackages } from "./pack-packages.mjs";
import { createSbom } from "./write-sbom.mjs";

const root = fileURLToPath(new URL("..", import.meta.url));
const folder = mkdtempSync(join(tmpdir(), "frontdesk-release-"));
const windows = process.platform === "win32";
const run = (command, args, cwd = folder) =>
  execFileSync(command, args, { cwd, encoding: "utf8", shell: windows, stdio: ["ignore", "pipe", "pipe"] }).trim();
const faults = [];
const expect = (holds, fault) => {
  if (!holds) faults.push(fault);
};

try {
  const flags = process.argv.includes("--publish") ? ["--check", "--publish"] : ["--check"];
  for (const script of ["sync-versions.mjs", "sync-owner.mjs", "sync-manifests.mjs"])
    run(process.execPath, [join(root, "scripts", script), ...flags]);
  const tarballs = packPackages(join(folder, "tarballs"), ["cli", "mcp", "sdk", "server", "testing", "tunnel"]);
  const versions = new Set();
  for (const [name, tarball] of Object.entries(tarballs)) {
    const place = join(folder, "seen", name);
    mkdirSync(place, { recursive: true });
    run("tar", ["xzf", tarball, "--strip-components=1", "-C", place]);
    const text = readFileSync(join(place, "package.json"), "utf8");
    const manifest = JSON.parse(text);
    versions.add(manifest.version);
    for (const file of ["README.md", "LICENSE", "THIRD-PARTY-NOTICES.txt"])
      expect(run("tar", ["tzf", tarball]).includes(`package/${file}`), `${name} has no ${file}`);
    for (const field of ["repository", "homepage", "bugs", "keywords", "license", "description", "engines"])
      expect(manifest[field], `${name}'s manifest has no ${field}`);
    expect(!/"(?:workspace|catalog):/.test(text), `${name}'s manifest names versions that only the workspace knows`);
    expect(!/metafile|\.map$/m.test(run("tar", ["tzf", tarball])), `${name} holds files of the build`);
    if (process.argv.includes("--publish"))
      expect(!text.includes("OWNER"), `${name}'s manifest has a placeholder, see docs/contributing/releasing.md`);
  }
  expect(versions.size === 1, `There are several versions: ${[...versions].join(", ")}`);
  const [version] = versions;

  writeFileSync(join(folder, "package.json"), '{ "private": true }');
  const server = { server: tarballs.server, sdk: tarballs.sdk, testing: tarballs.testing, tunnel: tarballs.tunnel };
  run("npm", ["install", "--no-audit", "--no-fund", "--loglevel=error", ...Object.values(server)]);
  const commands = { frontdesk: version, "frontdesk-tunnel": version };
  for (const [command, wanted] of Object.entries(commands)) {
    const said = run("npx", ["--no-install", command, "--version"]);
    expect(said.includes(wanted), `${command} --version says ${said}, not ${wanted}`);
  }
  // The server's command and the small one have one name, so each is installed alone.
  for (const name of ["cli", "mcp"]) {
    const alone = join(folder, `alone-${name}`);
    mkdirSync(alone);
    writeFileSync(join(alone, "package.json"), '{ "private": true }');
    run("npm", ["install", "--no-audit", "--no-fund", "--loglevel=error", tarballs[name]], alone);
    const said = run("npx", ["--no-install", name === "cli" ? "frontdesk" : "frontdesk-mcp", "--version"], alone);
    expect(said.includes(version), `${name}'s command --version says ${said}, not ${version}`);
  }
  const program = `import { createServer } from "@frontdesk/server"; import { createFrontdesk } from "@frontdesk/sdk";
    const server = await createServer({ storage: "memory:", smtp: false, port: 0 });
    const { url } = await server.listen();
    const frontdesk = createFrontdesk({ baseUrl: url, key: server.key });
    const inbox = await frontdesk.smsInboxes.register();
    const message = { sender: "SHOP", body: "Your code is 482913.", received_at: new Date().toISOString() };
    const { code } = await inbox.expectCode(() => inbox.push({ phone: "5550100", messages: [message] }));
    console.log(code, (await (await fetch(url + "/svc-api/server/version")).json()).version);`.concat(
    "\nawait server.close();",
  );
  const said = run(process.execPath, ["--input-type=module", "-e", program]);
  expect(said.startsWith(`482913 ${version}`), `The installed server and SDK said ${said}`);
  if (process.argv.includes("--keep")) keep(tarballs, process.argv[process.argv.indexOf("--keep") + 1]);
} catch (error) {
  faults.push(`${error.message}\n${error.stdout ?? ""}${error.stderr ?? ""}`);
} finally {
  rmSync(folder, { recursive: true, force: true });
}
console.log(
  faults.length === 0 ? "The packages can be released." : `These stand in the way:\n- ${faults.join("\n- ")}`,
);
process.exitCode = faults.length === 0 ? 0 : 1;

/** Copies the tarballs to a folder, and writes what each consists of beside it. */
function keep(tarballs, target = "release") {
  const kept = resolve(root, target);
  mkdirSync(kept, { recursive: true });
  for (const [name, tarball] of Object.entries(tarballs)) {
    copyFileSync(tarball, join(kept, basename(tarball)));
    const installed = join(folder, `sbom-${name}`);
    // Dependencies that no registry has yet.
    const needed = name === "testing" ? [tarballs.sdk, tarballs.server, tarballs.tunnel] : [];
    mkdirSync(installed);
    writeFileSync(join(installed, "package.json"), `{ "name": "${name}", "version": "0.0.0", "private": true }`);
    run("npm", ["install", "--no-audit", "--no-fund", "--loglevel=error", tarball, ...needed], installed);
    const sbom = createSbom(installed, join(root, "packages", name));
    writeFileSync(join(kept, basename(tarball).replace(/\.tgz$/, ".cdx.json")), `${JSON.stringify(sbom, null, 2)}\n`);
  }
}
