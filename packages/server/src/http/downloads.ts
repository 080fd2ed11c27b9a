import { readFileSync } from "node:fs";
import { readFile } from "node:fs/promises";
import type { H3 } from "h3";
import type { Services } from "../context.ts";
import { Problem } from "../problem.ts";
import { commonHeaders, createResponse } from "./responses.ts";

/** One of this server's own clients, packed when the server was built. */
interface PackedClient {
  /** Such as `tunnel`. */
  name: string;
  /** With version and digest in its name, for npx keeps what it once got from an address. */
  file: string;
  sha256: string;
}

// Built: beside this file. In the sources: where the last build put them, if there was one.
const folders = [new URL("./downloads/", import.meta.url), new URL("../../dist/downloads/", import.meta.url)];
const found = readIndex();

function readIndex(): { folder: URL; clients: PackedClient[] } | null {
  for (const folder of folders) {
    try {
      return { folder, clients: JSON.parse(readFileSync(new URL("index.json", folder), "utf8")) };
    } catch {
      // Not here, or not built.
    }
  }
  return null;
}

const clients = found?.clients ?? [];

/** Serves the server's own clients, so that whoever has a key needs no registry (contract section 11). */
export function attachDownloads(app: H3, { facts }: Pick<Services, "facts">): void {
  app.get("/downloads/SHA256SUMS", () =>
    respond(clients.map(({ sha256, file }) => `${sha256}  ${file}\n`).join(""), "text/plain; charset=utf-8", 300),
  );
  app.get("/downloads/:file", async ({ context }) => {
    const wanted = context.params?.file ?? "";
    const latest = clients.find(({ name }) => wanted === `frontdesk-${name}.tgz`);
    if (latest) {
      const location = `${facts.publicUrl}/downloads/${latest.file}`;
      return createResponse(null, {
        status: 302,
        headers: { location, "cache-control": "no-cache", ...commonHeaders },
      });
    }
    const client = clients.find(({ file }) => file === wanted);
    if (!client || !found)
      throw new Problem("not_found", "There is no such download. /downloads/SHA256SUMS lists them.");
    return respond(await readFile(new URL(client.file, found.folder)), "application/gzip", 31_536_000);
  });
}

function respond(body: string | Uint8Array<ArrayBuffer>, type: string, maxAge: number): Response {
  const headers = { "content-type": type, "cache-control": `public, max-age=${maxAge}`, ...commonHeaders };
  return createResponse(body, { headers });
}
