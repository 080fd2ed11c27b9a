import { readFileSync } from "node:fs";
import { readFile } from "node:fs/promises";
import type { H3 } from "h3";
import type { Services } from "../context.ts";
import { Problem } from "../problem.ts";
import { commonHeaders, createResponse } from "./responses.ts";

/** A client package that was packed when the server was built. */
interface PackedClient {
  /** Short name, such as `tunnel`. */
  name: string;
  /** File name with version and digest, because npx caches by URL. */
  file: string;
  sha256: string;
}

// In a build: next to this file. In the sources: in `dist`, if there was a build.
const packageFolders = [new URL("./downloads/", import.meta.url), new URL("../../dist/downloads/", import.meta.url)];
const packageIndex = readIndex();

/** Reads the list of client packages that the build has packed, and its folder. Returns `null` if the server was not built. */
function readIndex(): { folder: URL; clients: PackedClient[] } | null {
  for (const folder of packageFolders) {
    try {
      return { folder, clients: JSON.parse(readFileSync(new URL("index.json", folder), "utf8")) };
    } catch {
      // Try the next folder: this one does not exist.
    }
  }
  return null;
}

const clientPackages = packageIndex?.clients ?? [];
/** Short, because the next server version has other files. */
const checksumsMaxAgeSeconds = 300;
/** A year: a file never changes, because its name contains its digest. */
const packageMaxAgeSeconds = 31_536_000;

/**
 * Serves the server's client packages, so that users need no package registry (contract section 11). A server that was not built
 * has none (`packageIndex` is `null`).
 */
export function attachDownloads(app: H3, { facts }: Pick<Services, "facts">): void {
  app.get("/downloads/SHA256SUMS", () =>
    toCacheableResponse(
      clientPackages.map(({ sha256, file }) => `${sha256}  ${file}\n`).join(""),
      "text/plain; charset=utf-8",
      checksumsMaxAgeSeconds,
    ),
  );
  app.get("/downloads/:file", async ({ context }) => {
    const requested = context.params?.file ?? "";
    const latest = clientPackages.find(({ name }) => requested === `frontdesk-${name}.tgz`);
    // A redirect, because the name with the version is unique: so caches never serve an old one.
    if (latest) {
      const location = `${facts.publicUrl}/downloads/${latest.file}`;
      return createResponse(null, {
        status: 302,
        headers: { location, "cache-control": "no-cache", ...commonHeaders },
      });
    }
    const client = clientPackages.find(({ file }) => file === requested);
    if (!client || !packageIndex)
      throw new Problem("not_found", "There is no such download. /downloads/SHA256SUMS lists them.");
    return toCacheableResponse(
      await readFile(new URL(client.file, packageIndex.folder)),
      "application/gzip",
      packageMaxAgeSeconds,
    );
  });
}

/** Returns a response that every cache may keep for this time. */
function toCacheableResponse(body: string | Uint8Array<ArrayBuffer>, type: string, maxAgeSeconds: number): Response {
  const headers = { "content-type": type, "cache-control": `public, max-age=${maxAgeSeconds}`, ...commonHeaders };
  return createResponse(body, { headers });
}
