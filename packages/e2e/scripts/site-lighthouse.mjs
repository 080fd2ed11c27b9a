// Lighthouse's scores of the documentation site, as `npm run site` built it. Fails below 95.
import { spawn } from "node:child_process";
import { once } from "node:events";
import { fileURLToPath } from "node:url";
import { judgeViews } from "./lighthouse.mjs";

const PORT = 4173;
const site = fileURLToPath(new URL("../../../site/", import.meta.url));
const preview = spawn(
  process.execPath,
  ["node_modules/vitepress/bin/vitepress.js", "preview", "--port", String(PORT)],
  {
    cwd: site,
  },
);
await once(preview.stdout, "data");

const url = `http://localhost:${PORT}`;
const areGood = await judgeViews([
  { name: "index", url: `${url}/` },
  { name: "tutorial", url: `${url}/tutorials/first-code` },
  { name: "configuration", url: `${url}/reference/configuration` },
  { name: "SDK", url: `${url}/reference/sdk` },
  // The longest page.
  { name: "commands", url: `${url}/reference/cli-server` },
]);
preview.kill();
process.exit(areGood ? 0 : 1);
