import { promisify } from "node:util";
import { brotliCompress, constants, gzip } from "node:zlib";
import type { H3 } from "h3";
import type { Services } from "../context.ts";
import { acceptsEncoding, type Encoding, isNotModified, supportedEncodings, toEtag } from "./negotiation.ts";
import { commonHeaders, createResponse } from "./responses.ts";

/** Loads the document, which is large, with the first request for it. */
const loadDocument = () => import("@frontdesk/contract/document");

const compress: Record<Encoding["name"], (text: string) => Promise<Buffer<ArrayBuffer>>> = {
  // The highest quality takes a second; this one takes milliseconds.
  br: (text) => promisify(brotliCompress)(text, { params: { [constants.BROTLI_PARAM_QUALITY]: 6 } }),
  gzip: promisify(gzip),
};

/** Serves the OpenAPI document with this server's URL, as YAML and as JSON. */
export function attachContractPages(app: H3, { facts }: Services): void {
  const formats = {
    "/openapi.yaml": {
      type: "application/yaml; charset=utf-8",
      // The document names the URL of a server with the default settings.
      render: async (url: string) => (await loadDocument()).yaml.replace("http://localhost:8787", url),
    },
    "/openapi.json": {
      type: "application/json",
      render: async (url: string) =>
        JSON.stringify({ ...(await loadDocument()).document, servers: [{ url, description: "This server" }] }),
    },
  };
  for (const [path, { type, render }] of Object.entries(formats)) {
    const respond = createDocumentHandler(render, type);
    for (const method of ["GET", "HEAD"] as const) app.on(method, path, ({ req }) => respond(facts.publicUrl, req));
  }
}

interface RenderedDocument {
  text: string;
  etag: string;
  /** The text by the name of its encoding, once a request has asked for it. Requests during the compression share the promise. */
  compressed: Map<string, Promise<Buffer<ArrayBuffer>>>;
}

/**
 * Returns a function that responds with the document. It renders and compresses on the first request, and again if the URL
 * changes: with `--port 0`, the port is known only after the server listens.
 */
function createDocumentHandler(render: (url: string) => Promise<string>, type: string) {
  let url: string | undefined;
  let rendered: Promise<RenderedDocument> | undefined;
  return async (currentUrl: string, request: Request): Promise<Response> => {
    if (rendered === undefined || url !== currentUrl) {
      url = currentUrl;
      rendered = render(currentUrl).then((text) => ({ text, etag: toEtag(text), compressed: new Map() }));
    }
    const { text, etag, compressed } = await rendered;
    const encoding = supportedEncodings.find(({ name }) => acceptsEncoding(request, name))?.name;
    // Each encoding needs its own ETag (RFC 9110 section 8.8.3.3).
    const etagOfEncoding = encoding === undefined ? etag : etag.replace(/"$/, `-${encoding}"`);
    const headers = {
      "content-type": type,
      "cache-control": "no-cache",
      vary: "accept-encoding",
      etag: etagOfEncoding,
      ...(encoding && { "content-encoding": encoding }),
      ...commonHeaders,
    };
    if (isNotModified(request, etagOfEncoding)) return createResponse(null, { status: 304, headers });
    if (request.method === "HEAD") return createResponse(null, { headers });
    if (encoding === undefined) return createResponse(text, { headers });
    const bytes = compressed.get(encoding) ?? compress[encoding](text);
    compressed.set(encoding, bytes);
    return createResponse(await bytes, { headers });
  };
}
