import { promisify } from "node:util";
import { brotliCompress, constants, gzip } from "node:zlib";
import { document, yaml } from "@frontdesk/contract/document";
import type { H3 } from "h3";
import type { Services } from "../context.ts";
import { acceptsEncoding, type Encoding, isNotModified, supportedEncodings, toEtag } from "./negotiation.ts";
import { commonHeaders, createResponse } from "./responses.ts";

const compress: Record<Encoding["name"], (text: string) => Promise<Buffer<ArrayBuffer>>> = {
  // The best would take a second; this takes some milliseconds, once.
  br: (text) => promisify(brotliCompress)(text, { params: { [constants.BROTLI_PARAM_QUALITY]: 6 } }),
  gzip: promisify(gzip),
};

/** The contract as this server has it, with its own address: as YAML and as JSON. */
export function attachContractPages(app: H3, { facts }: Services): void {
  const forms = {
    "/openapi.yaml": {
      type: "application/yaml; charset=utf-8",
      write: (url: string) => yaml.replace("http://localhost:8787", url),
    },
    "/openapi.json": {
      type: "application/json",
      write: (url: string) => JSON.stringify({ ...document, servers: [{ url, description: "This server" }] }),
    },
  };
  for (const [path, { type, write }] of Object.entries(forms)) {
    const text = createDocumentHandler(write, type);
    for (const method of ["GET", "HEAD"] as const) app.on(method, path, ({ req }) => text(facts.publicUrl, req));
  }
}

/** Written and compressed when it is first asked for, and again when the address has changed: that of a free port is known late. */
function createDocumentHandler(write: (url: string) => string, type: string) {
  let url: string | undefined;
  let text = "";
  let etag = "";
  let packed = new Map<string, Promise<Buffer<ArrayBuffer>>>();
  return async (now: string, request: Request): Promise<Response> => {
    if (url !== now) {
      url = now;
      text = write(now);
      etag = toEtag(text);
      packed = new Map();
    }
    const encoding = supportedEncodings.find(({ name }) => acceptsEncoding(request, name))?.name;
    // Each form is a thing of its own to a cache.
    const tag = encoding === undefined ? etag : etag.replace(/"$/, `-${encoding}"`);
    const headers = {
      "content-type": type,
      // Asked for anew each time, for the next version may say otherwise.
      "cache-control": "no-cache",
      vary: "accept-encoding",
      etag: tag,
      ...(encoding && { "content-encoding": encoding }),
      ...commonHeaders,
    };
    if (isNotModified(request, tag)) return createResponse(null, { status: 304, headers });
    if (request.method === "HEAD") return createResponse(null, { headers });
    if (encoding === undefined) return createResponse(text, { headers });
    const bytes = packed.get(encoding) ?? compress[encoding](text);
    packed.set(encoding, bytes);
    return createResponse(await bytes, { headers });
  };
}
