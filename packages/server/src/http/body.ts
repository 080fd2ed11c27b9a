import { Problem } from "../problem.ts";

/** Bodies above this many bytes are refused and read no further (contract section 1). */
export const maxBodySize = 1024 * 1024;

/** Reads a JSON body. A missing one is `undefined`. @throws Problem 413, 415 or 400 */
export async function readJson(request: Request): Promise<unknown> {
  const declared = request.headers.get("content-length");
  if (declared !== null && Number(declared) > maxBodySize) throw tooLarge();
  if (!request.body || declared === "0") return undefined;
  const type = request.headers.get("content-type")?.split(";")[0]?.trim().toLowerCase();
  if (type !== undefined && type !== "" && type !== "application/json" && !type.endsWith("+json"))
    throw new Problem("unsupported_media_type", `The body is declared as ${type}. Send JSON, with Content-Type: application/json.`);
  const text = await readText(request.body);
  if (text.trim() === "") return undefined;
  try {
    return JSON.parse(text);
  } catch {
    throw new Problem("invalid_request", "The body is not valid JSON.");
  }
}

async function readText(body: ReadableStream<Uint8Array>): Promise<string> {
  const chunks: Uint8Array[] = [];
  let size = 0;
  const reader = body.getReader();
  for (;;) {
    const { done, value } = await reader.read();
    if (done) break;
    size += value.byteLength;
    if (size > maxBodySize) {
      // Not awaited: the rest of the upload may never come.
      reader.cancel().catch(() => {});
      throw tooLarge();
    }
    chunks.push(value);
  }
  try {
    return new TextDecoder("utf-8", { fatal: true }).decode(Buffer.concat(chunks));
  } catch {
    throw new Problem("invalid_request", "The body is not valid UTF-8.");
  }
}

function tooLarge(): Problem {
  return new Problem("payload_too_large", "The request body is larger than 1 MiB. Send less at a time.", {
    headers: { connection: "close" },
  });
}
