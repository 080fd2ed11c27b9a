// `npm start`: installs and builds without a word if anything has changed since, then serves. What the set-up said is shown only
// where it failed.
import { spawn, spawnSync } from "node:child_process";
import { fileURLToPath } from "node:url";
import { isBuilt, recordBuild } from "./build-state.mjs";

const [major, minor] = process.versions.node.split(".").map(Number);
if (major < 20 || (major === 20 && minor < 19)) {
  console.error(
    `Frontdesk needs Node.js 20.19 or later; this is ${process.versions.node}. Install a newer one: https://nodejs.org`,
  );
  process.exit(1);
}

const root = fileURLToPath(new URL("..", import.meta.url));
if (!isBuilt(root)) setUp();

const server = spawn(process.execPath, [`${root}packages/server/bin/frontdesk.js`, ...process.argv.slice(2)], {
  stdio: "inherit",
});
// A terminal's Ctrl-C reaches both; what a supervisor sends reaches this process alone.
for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"]) process.on(signal, () => server.kill(signal));
server.once("exit", (code, signal) => {
  process.exitCode = code ?? (signal ? 1 : 0);
});

function setUp() {
  process.stderr.write("Installing and building, which takes about a minute the first time… ");
  const setup = spawnSync("npm", ["run", "--silent", "setup"], {
    cwd: root,
    encoding: "utf8",
    maxBuffer: 1e9,
    // Windows runs npm by its shell alone.
    shell: process.platform === "win32",
    stdio: ["ignore", "pipe", "pipe"],
  });
  if (setup.status !== 0) {
    console.error(`it failed:\n${setup.stdout ?? ""}${setup.stderr ?? ""}${setup.error ?? ""}`);
    process.exit(1);
  }
  recordBuild(root);
  console.error("done.");
}
