// Runs the tests in the machine's Chromium, if there is one.
import { spawnSync } from "node:child_process";
import { existsSync } from "node:fs";

const { CHROMIUM = "/usr/bin/chromium" } = process.env;
if (!existsSync(CHROMIUM)) console.log(`Skipped: there is no Chromium at ${CHROMIUM}. Name one by CHROMIUM.`);
else {
  const env = { ...process.env, CHROMIUM };
  process.exitCode = spawnSync("npx", ["playwright", "test"], { stdio: "inherit", env }).status ?? 1;
}
