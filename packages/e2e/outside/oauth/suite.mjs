import { cpSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { attempt } from "../../../../scripts/needs.mjs";

/** Folders with a lock file of their own, and what npm needs to install each. */
const installations = { clients: [], mcpjam: ["--legacy-peer-deps"] };

export const runsBesideOthers = true;
export const repeatsOnce = true;

/** Installs the programs. Without them, the tests of the SDKs run alone and the others are skipped. */
export function prepare() {
  const folder = mkdtempSync(join(tmpdir(), "frontdesk-oauth-"));
  const env = {};
  for (const [name, flags] of Object.entries(installations)) {
    const cwd = join(folder, name);
    cpSync(fileURLToPath(new URL(name, import.meta.url)), cwd, { recursive: true });
    if (attempt("npm", ["ci", "--no-audit", "--no-fund", ...flags], { cwd }))
      env[`FRONTDESK_OAUTH_${name.toUpperCase()}`] = cwd;
  }
  return { env, cleanUp: () => rmSync(folder, { recursive: true, force: true }) };
}
