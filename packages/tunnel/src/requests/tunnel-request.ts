import { headerPairs } from "../wire/index.ts";
import { maskHeaders, maskPath } from "./mask.ts";
import type { RecordedRequest } from "./request-feed.ts";
import type { RequestHead } from "./request-tap.ts";

/** A request that came through a tunnel, with its body. The app gets the same one, unmasked and whole. */
export interface TunnelRequest {
  method: string;
  /** The path, without the query. */
  path: string;
  /** The query without its `?`; empty if there is none. Values of secret parameters are masked by `•••`. */
  query: string;
  /** Headers with lower-case names; repeated ones are joined by commas. Secret values are masked by `•••`. */
  headers: Record<string, string>;
  /** The body as it was sent, up to 1 MiB. */
  body: Uint8Array<ArrayBuffer>;
  /** Whether the body is longer than that. */
  truncated: boolean;
  /** How many earlier requests a loop missed because it was slower than they came. Only of `requests()`; else 0. */
  missed: number;
  /** Returns the body as text, decoded as UTF-8. */
  text(): string;
  /** Returns the parsed JSON of the body. @throws SyntaxError if it is not JSON */
  json(): unknown;
}

/**
 * Converts a recorded request to the one that the user's program gets: secrets in query and headers are masked, while the body, which
 * the program came for, is not. `missed`: requests dropped before it.
 */
export function toTunnelRequest(recorded: RecordedRequest, { missed }: { missed: number }): TunnelRequest {
  const { method, target, headers, body, truncated } = recorded;
  const text = () => new TextDecoder().decode(body);
  const { path, query } = splitTarget(target);
  return {
    method,
    path,
    // `maskPath` finds the first parameter by the `?` before it.
    query: maskPath(`?${query}`).slice(1),
    headers: toRecord(maskHeaders(headers).flat()),
    body,
    truncated,
    missed,
    text,
    json: () => JSON.parse(text()) as unknown,
  };
}

/** Splits a request target at its first question mark. */
export function splitTarget(target: RequestHead["target"]): { path: string; query: string } {
  const mark = target.indexOf("?");
  return mark < 0 ? { path: target, query: "" } : { path: target.slice(0, mark), query: target.slice(mark + 1) };
}

/** Converts a flat list of headers to a record with lower-case names; joins repeated ones by commas. */
export function toRecord(flat: readonly string[]): Record<string, string> {
  // A map, because a header may have the name of a member of every object, such as `constructor`.
  const values = new Map<string, string>();
  for (const [name, value] of headerPairs(flat)) {
    const lower = name.toLowerCase();
    const earlier = values.get(lower);
    values.set(lower, earlier === undefined ? value : `${earlier}, ${value}`);
  }
  return Object.fromEntries(values);
}
