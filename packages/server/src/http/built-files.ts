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
/** The files of a folder that a build made, each also compressed, read when they are first asked for. */
export interface BuiltFiles {
  has(file: string): boolean;
  /** The file in the best form its reader takes; 304 where the reader has it. */
  respond(file: string, request: Request, headers: Record<string, string>): Promise<Response>;
}

/** `null` where the folder is not there: nothing was built. */
export function openBuiltFiles(folders: readonly URL[]): BuiltFiles | null {
  for (const folder of folders) {
    const names = listFiles(folder);
    if (names) return toBuiltFiles(folder, new Set(names));
  }
  return null;
}

function listFiles(folder: URL): string[] | null {
  try {
    return readdirSync(folder);
  } catch {
    return null;
  }
}

function toBuiltFiles(folder: URL, names: ReadonlySet<string>): BuiltFiles {
  const read = new Map<string, Promise<{ bytes: Buffer<ArrayBuffer>; etag: string }>>();
  const load = (name: string) => {
    let file = read.get(name);
    if (!file) {
      file = readFile(new URL(name, folder)).then((bytes) => ({ bytes, etag: toEtag(bytes) }));
      // A read that failed may succeed the next time.
      file.catch(() => read.delete(name));
      read.set(name, file);
    }
    return file;
  };
  return {
    has: (file) => names.has(file) && contentTypes[extensionOf(file)] !== undefined,
    async respond(file, request, more) {
      const encoding = supportedEncodings.find(
        ({ name, ending }) => names.has(file + ending) && acceptsEncoding(request, name),
      );
      const { bytes, etag } = await load(file + (encoding?.ending ?? ""));
      const headers = {
        "content-type": contentTypes[extensionOf(file)] ?? "application/octet-stream",
        ...(encoding && { "content-encoding": encoding.name }),
        vary: "accept-encoding",
        etag,
        ...commonHeaders,
        ...more,
      };
      if (isNotModified(request, etag)) return new FastResponse(null, { status: 304, headers });
      return new FastResponse(request.method === "HEAD" ? null : bytes, { headers });
    },
  };
}

const extensionOf = (file: string) => file.slice(file.lastIndexOf(".") + 1);
