import type { Head } from "../../wire/index.ts";

const URL_HEADERS = new Set(["location", "content-location", "access-control-allow-origin"]);

/**
 * Creates a function that replaces the app's origin by the public one in response headers. Needed with `--host-header`:
 * an app that sees its own host puts it into URLs.
 */
export function createOriginRewriter(appOrigin: string, publicOrigin: string): (head: Head) => Head {
  return rewriteHead;

  /**
   * Returns a head with the public origin. If nothing changes, it is the same object: the cache of complete response heads recognizes a
   * repeated head only by that.
   */
  function rewriteHead(head: Head): Head {
    const { headers } = head;
    const hasAppUrl = headers.some((_, index) => isAppUrl(headers, index));
    if (!hasAppUrl) return head;
    const rewritten = headers.map((text, index) =>
      isAppUrl(headers, index) ? publicOrigin + text.slice(appOrigin.length) : text,
    );
    return { ...head, headers: rewritten };
  }

  /** Returns whether an entry of a flat list of names and values is the value of a URL header, with a URL of the app's origin. */
  function isAppUrl(headers: readonly string[], index: number): boolean {
    const isValue = index % 2 === 1;
    return isValue && hasAppOrigin(headers[index]!) && URL_HEADERS.has(headers[index - 1]!.toLowerCase());
  }

  /** Returns whether a URL has the app's origin. `http://localhost:30001` begins with `http://localhost:3000`, but has another. */
  function hasAppOrigin(url: string): boolean {
    const characterAfter = url[appOrigin.length];
    const endsThere = characterAfter === undefined || characterAfter === "/" || characterAfter === "?";
    return endsThere && url.startsWith(appOrigin);
  }
}
