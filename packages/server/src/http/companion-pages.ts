import { createHash } from "node:crypto";
import { readFile } from "node:fs/promises";
import type { H3 } from "h3";
import type { Services } from "../context.ts";
import { Problem } from "../problem.ts";
import { pairPagePolicy, toPairPage } from "./pair-page.ts";
import { commonHeaders, toProblemResponse } from "./responses.ts";

const apkPath = "/downloads/frontdesk-companion.apk";

/** Serves the setup of a phone: the page that a pairing link opens, and the companion app if it was built. */
export function attachCompanionPages(app: H3, { facts, options }: Services): void {
  app.get("/pair", async () => {
    const apk = await readApk(options.companionApk);
    return new Response(toPairPage({ server: facts.publicUrl, apk: apk && { path: apkPath, digest: apk.digest } }), {
      // The page reads a code from its URL: it loads nothing from elsewhere, and no other page may frame it, no cache keep it.
      headers: {
        "content-type": "text/html; charset=utf-8",
        "content-security-policy": pairPagePolicy,
        "referrer-policy": "no-referrer",
        "x-content-type-options": "nosniff",
        "x-frame-options": "DENY",
        "cache-control": "no-store",
      },
    });
  });
  app.on("GET", apkPath, () => download(options.companionApk, { withBody: true }));
  app.on("HEAD", apkPath, () => download(options.companionApk, { withBody: false }));
  app.get(`${apkPath}.sha256`, async () => {
    const apk = await readApk(options.companionApk);
    if (!apk) return toProblemResponse(toNotBuiltProblem());
    return new Response(`${apk.digest}  frontdesk-companion.apk\n`, {
      headers: { "content-type": "text/plain; charset=utf-8", ...commonHeaders },
    });
  });
}

/** Returns the companion app as a download, or 404 if it was not built. `withBody` is false for HEAD. */
async function download(file: string, { withBody }: { withBody: boolean }): Promise<Response> {
  const apk = await readApk(file);
  if (!apk) return toProblemResponse(toNotBuiltProblem());
  return new Response(withBody ? apk.bytes : null, {
    headers: {
      "content-type": "application/vnd.android.package-archive",
      "content-length": String(apk.bytes.length),
      "content-disposition": 'attachment; filename="frontdesk-companion.apk"',
      // RFC 9530: browsers and programs can check the download.
      "repr-digest": `sha-256=:${Buffer.from(apk.digest, "hex").toString("base64")}:`,
      etag: `"${apk.digest}"`,
      ...commonHeaders,
    },
  });
}

/**
 * Reads the companion app; `digest` is its SHA-256 in hexadecimal. Returns `null` if it was not built, or cannot be read.
 * Called for each request, because it may be built while the server runs.
 */
async function readApk(file: string): Promise<{ bytes: Buffer<ArrayBuffer>; digest: string } | null> {
  const bytes = await readFile(file).catch(() => null);
  return bytes && { bytes, digest: createHash("sha256").update(bytes).digest("hex") };
}

/** Creates the 404 problem for a companion app that was not built, which is optional. */
function toNotBuiltProblem(): Problem {
  return new Problem(
    "not_found",
    "The companion app was not built for this server. Its operator can build it with `npm run companion:build`, or name the file by --companion-apk.",
  );
}
