/**
 * Writes the generated pages of docs/reference, and the tables of the benchmarks page. With `--check` it writes nothing and fails if a page is not what the sources say.
 */
import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { toBenchmarksPage } from "./benchmarks.ts";
import { toCliPages } from "./cli.ts";
import { toConfigurationPage } from "./configuration.ts";
import { toErrorsPage } from "./errors.ts";
import { toExportsPages } from "./exports.ts";
import { toMcpToolsPage } from "./mcp-tools.ts";
import { toMetricsPage } from "./metrics.ts";
import { toWebhookPayloadPage } from "./webhook-payload.ts";

const folder = new URL("../../../../docs/reference/", import.meta.url);
const pages: Record<string, string> = {
  "../explanation/benchmarks.md": toBenchmarksPage(),
  ...(await toCliPages()),
  "configuration.md": toConfigurationPage(),
  "errors.md": toErrorsPage(),
  "mcp-tools.md": toMcpToolsPage(),
  "metrics.md": await toMetricsPage(),
  "webhook-payload.md": toWebhookPayloadPage(),
  ...(await toExportsPages()),
};

const isCheck = process.argv.includes("--check");
const stale: string[] = [];
for (const [name, text] of Object.entries(pages)) {
  const file = new URL(name, folder);
  if (!isCheck) writeFileSync(file, text);
  else if (!existsSync(file) || readFileSync(file, "utf8") !== text) stale.push(name);
}
if (stale.length > 0) {
  console.error(`docs/ differs from its sources: ${stale.join(", ")}. Run \`npm run gen\` and commit the result.`);
  process.exit(1);
}
console.log(isCheck ? "The generated pages of docs/ are up to date" : `Wrote ${Object.keys(pages).join(", ")}`);
