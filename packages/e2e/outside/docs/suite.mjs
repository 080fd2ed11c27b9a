import { fileURLToPath } from "node:url";
import { attempt, Missing } from "../../../../scripts/needs.mjs";

const site = fileURLToPath(new URL("../../../../site/", import.meta.url));
const BUILD_TIMEOUT_MS = 300_000;

/** Installs and builds the site. A build fails if a page links to a page that does not exist. */
export function prepare() {
  const npm = process.platform === "win32" ? { shell: true } : {};
  if (!attempt("npm", ["ci", "--no-audit", "--no-fund"], { cwd: site, ...npm }))
    throw new Missing("the site's packages cannot be installed");
  return {
    env: {
      FRONTDESK_SITE_BUILT: String(attempt("npm", ["run", "build"], { cwd: site, timeout: BUILD_TIMEOUT_MS, ...npm })),
    },
  };
}

export const runsBesideOthers = true;
