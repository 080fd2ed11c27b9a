import { readdirSync } from "node:fs";
import { readFile } from "node:fs/promises";
import { FastResponse } from "srvx";
import { acceptsEncoding, isNotModified, supportedEncodings, toEtag } from "./negotiation.ts";
import { commonHeaders } from "./responses.ts";

const contentTypes: Record<string, string> = {
  html: "text/html; charset=utf-8",
  js: "text/javascript; charset=utf-8",
  css: "text/css; charset=utf-8",
  svg: "image/svg+xml",
};

/** Files of a folder that the build wrote, each also compressed. Read on the first request. */
export interface BuiltFiles {
  has(file: string): boolean;
  /** Returns the file in the best encoding that the client accepts, or 304 if the client has the current version. */
  respond(file: string, request: Request, headers: Record<string, string>): Promise<Response>;
}

/** Opens the first of the folders that exists. Returns `null` if none does, because nothing was built. */
export function openBuiltFiles(folders: readonly URL[]): BuiltFiles | null {
  for (const folder of folders) {
    const fileNames = listFiles(folder);
    if (fileNames) return toBuiltFiles(folder, new Set(fileNames));
  }
  return null;
}

/** Returns the names of the folder's files, or `null` if it cannot be read. */
function listFiles(folder: URL): string[] | null {
  try {
    return readdirSync(folder);
  } catch {
    return null;
  }
}

/** Returns an object that responds with the files of these names in the folder. Keeps in memory what it has read. */
function toBuiltFiles(folder: URL, fileNames: ReadonlySet<string>): BuiltFiles {
  const cache = new Map<string, Promise<{ bytes: Buffer<ArrayBuffer>; etag: string }>>();
  /** Reads a file once. Later calls get the cached bytes, unless the read failed. */
  function load(name: string) {
    let file = cache.get(name);
    if (!file) {
      file = readFile(new URL(name, folder)).then((bytes) => ({ bytes, etag: toEtag(bytes) }));
      file.catch(() => cache.delete(name));
      cache.set(name, file);
    }
    return file;
  }
  return {
    // False for the compressed files, whose extension is no content type.
    has: (file) => fileNames.has(file) && contentTypes[extensionOf(file)] !== undefined,
    /** Responds with the compressed file if the build made one in an encoding that the client accepts. */
    async respond(file, request, extraHeaders) {
      const encoding = supportedEncodings.find(
        ({ name, ending }) => fileNames.has(file + ending) && acceptsEncoding(request, name),
      );
      const { bytes, etag } = await load(file + (encoding?.ending ?? ""));
      const headers = {
        "content-type": contentTypes[extensionOf(file)] ?? "application/octet-stream",
        ...(encoding && { "content-encoding": encoding.name }),
        vary: "accept-encoding",
        etag,
        ...commonHeaders,
        ...extraHeaders,
      };
      if (isNotModified(request, etag)) return new FastResponse(null, { status: 304, headers });
      return new FastResponse(request.method === "HEAD" ? null : bytes, { headers });
    },
  };
}

const extensionOf = (file: string) => file.slice(file.lastIndexOf(".") + 1);
