import type { TunnelRequest } from "@frontdesk/tunnel";
import { cleanLine } from "./clean.ts";
import { type FencedPart, fenceContent } from "./fence.ts";

const maxTargetLength = 200;
/** Longest value of a header that is shown whole. */
const maxHeaderLength = 200;

/** A request that came through a tunnel of this process. */
export interface LoggedRequest {
  id: string;
  receivedAt: Date;
  request: TunnelRequest;
}

/**
 * Returns one part of a request between two random marks, because its sender is untrusted: its header fields and, if it is text, its
 * body. Each part repeats the request line. `tool` is the call that returns the next part.
 */
export function fenceRequest({ id, receivedAt, request }: LoggedRequest, part: number, tool: string): FencedPart {
  const { method, path, query, headers, body, truncated } = request;
  const target = query === "" ? path : `${path}?${query}`;
  const fields = Object.entries(headers).map(([name, value]) => cleanLine(`${name}: ${value}`, maxHeaderLength));
  return fenceContent(
    {
      title: `Request ${id}, received ${receivedAt.toISOString()}`,
      notes: truncated ? ["Its body is longer than 1 MiB; the rest was not kept."] : [],
      head: [cleanLine(`${method} ${target}`, maxTargetLength)],
      body: [...fields, "", toText(body) ?? `(${body.length} bytes that are not text)`].join("\n"),
      links: [],
    },
    part,
    tool,
  );
}

/** Returns a body as text, or `null` if it is not. */
function toText(body: Uint8Array): string | null {
  const isBinary = body.includes(0);
  if (isBinary) return null;
  try {
    // Streaming mode, because the body may be cut within a character.
    return new TextDecoder("utf-8", { fatal: true }).decode(body, { stream: true });
  } catch {
    return null;
  }
}
