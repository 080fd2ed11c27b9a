// Tries the fixtures for Playwright in Chromium, as the last build made them. Skipped where there is no Chromium.
import { spawnSync } from "node:child_process";
import { existsSync } from "node:fs";

const chromium = process.env.CHROMIUM ?? "/usr/bin/chromium";
if (!existsSync(chromium)) {
  console.log(`Skipped: there is no Chromium at ${chromium}. Install it, or name one by CHROMIUM.`);
  process.exit(77);
}
const { status } = spawnSync("npx", ["vitest", "run", "--config", "vitest.outside.config.ts", "outside/fixtures"], {
  stdio: "inherit",
  env: { ...process.env, CHROMIUM: chromium },
});
process.exitCode = status ?? 1;
