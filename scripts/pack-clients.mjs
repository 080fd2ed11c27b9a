// Packs the clients that a server hands out itself, with version and digest in their names, beside the built server.
import { createHash } from "node:crypto";
import { copyFileSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { packPackages } from "./pack-packages.mjs";
import { packTesting } from "./pack-testing.mjs";

const target = fileURLToPath(new URL("../packages/server/dist/downloads/", import.meta.url));
const names = ["cli", "mcp", "sdk", "testing", "tunnel"];
rmSync(target, { recursive: true, force: true });
// Outside of `dist`: the server is packed too, without what it hands out.
const folder = mkdtempSync(join(tmpdir(), "frontdesk-clients-"));
const tarballs = packPackages(join(folder, "packed"), [...names, "server"]);
tarballs.testing = packTesting(join(folder, "testing"), tarballs);
mkdirSync(target, { recursive: true });
const clients = names.map((name) => {
  const sha256 = createHash("sha256").update(readFileSync(tarballs[name])).digest("hex");
  const file = `${tarballs[name].replace(/^.*[\\/]/, "").replace(/\.tgz$/, "")}-${sha256.slice(0, 12)}.tgz`;
  copyFileSync(tarballs[name], join(target, file));
  return { name, file, sha256 };
});
rmSync(folder, { recursive: true });
writeFileSync(join(target, "index.json"), `${JSON.stringify(clients, null, 2)}\n`);
console.log(clients.map(({ file }) => file).join("\n"));
