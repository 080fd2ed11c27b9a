import type { RequestHead } from "./request-tap.ts";
import { splitTarget } from "./tunnel-request.ts";

/** Which requests to wait for. */
export interface RequestFilterOptions {
  /** Only requests with this method, in upper or lower case. */
  method?: string | undefined;
  /** Only requests with exactly this path, or with a path that matches. The query is not part of it. */
  path?: string | RegExp | undefined;
}

export interface RequestFilter {
  matches(head: RequestHead): boolean;
  /** What is waited for, in words: "POST /paid", or "request". */
  description: string;
}

/** Validates the options and creates the filter. @throws TypeError that names the option */
export function createRequestFilter({ method, path }: RequestFilterOptions): RequestFilter {
  if (method !== undefined && typeof method !== "string") throw new TypeError("`method` must be a text, such as POST.");
  checkPath(path);
  const upperMethod = method?.toUpperCase();
  const anyMethod = path === undefined ? "request" : "request to";
  return {
    matches({ method: requestMethod, target }) {
      if (upperMethod !== undefined && upperMethod !== requestMethod.toUpperCase()) return false;
      return path === undefined || isMatch(path, splitTarget(target).path);
    },
    // For error messages, such as `POST /orders` or `request to /orders`.
    description: [upperMethod ?? anyMethod, path].filter(Boolean).join(" "),
  };
}

/** Rejects paths that no request has. @throws TypeError */
function checkPath(path: unknown): void {
  if (path === undefined || isPattern(path)) return;
  if (typeof path !== "string") throw new TypeError("`path` must be a text or a pattern.");
  const isPath = path.startsWith("/") && !/[?#]/.test(path);
  if (!isPath)
    throw new TypeError(
      `\`path\` must begin with / and have no query, not ${JSON.stringify(path)}. Or give a pattern.`,
    );
}

function isMatch(expected: string | RegExp, path: string): boolean {
  // `search` ignores the flags g and y, whose state would make every second match fail.
  return typeof expected === "string" ? expected === path : path.search(expected) >= 0;
}

/** By tag instead of `instanceof`: in Jest a pattern comes from another realm. */
function isPattern(value: unknown): value is RegExp {
  return Object.prototype.toString.call(value) === "[object RegExp]";
}

/** Rejects an unknown option, so that a misspelt one is not silently ignored. @throws TypeError naming it */
export function checkOptionNames(options: object, known: Record<string, true>, call: string): void {
  // `Object()` returns objects unchanged and wraps anything else, such as a text or `null`.
  if (Object(options) !== options) throw new TypeError(`${call} takes its options as an object.`);
  const unknown = Object.keys(options).find((name) => !Object.hasOwn(known, name));
  if (unknown !== undefined)
    throw new TypeError(`${call} has no option \`${unknown}\`. It has ${Object.keys(known).join(", ")}.`);
}
