// Packs the clients that a server hands out itself, with version and digest in their names, beside the built server.
import { createHash } from "node:crypto";
import { mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { packPackages } from "./pack-packages.mjs";

const target = fileURLToPath(new URL("../packages/server/dist/downloads/", import.meta.url));
const names = ["cli", "mcp", "sdk", "tunnel"];
rmSync(target, { recursive: true, force: true });
mkdirSync(target, { recursive: true });
const tarballs = packPackages(join(target, "packing"), names);
const clients = names.map((name) => {
  const sha256 = createHash("sha256").update(readFileSync(tarballs[name])).digest("hex");
  const file = `${tarballs[name].replace(/^.*[\\/]/, "").replace(/\.tgz$/, "")}-${sha256.slice(0, 12)}.tgz`;
  renameSync(tarballs[name], join(target, file));
  return { name, file, sha256 };
});
rmSync(join(target, "packing"), { recursive: true });
writeFileSync(join(target, "index.json"), `${JSON.stringify(clients, null, 2)}\n`);
console.log(clients.map(({ file }) => file).join("\n"));
