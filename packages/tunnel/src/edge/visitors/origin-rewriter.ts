import type { Head } from "../../wire/index.ts";

const URL_HEADERS = new Set(["location", "content-location", "access-control-allow-origin"]);

/**
 * Creates a function that replaces the app's origin by the public one in response headers. Needed with `--host-header`:
 * an app that sees its own host puts it into URLs.
 */
export function createOriginRewriter(appOrigin: string, publicOrigin: string): (head: Head) => Head {
  return (head) => {
    const { headers } = head;
    // `headers` is a flat list: names are at even indexes, values at odd ones. An unchanged head is returned as the same object,
    // because the cache of response heads compares objects, not their contents.
    if (!headers.some((name, index) => index % 2 === 0 && URL_HEADERS.has(name.toLowerCase()))) return head;
    const rewritten = headers.map((text, index) => {
      const isValue = index % 2 === 1;
      return isValue && isAppUrl(headers[index - 1]!, text) ? publicOrigin + text.slice(appOrigin.length) : text;
    });
    return { ...head, headers: rewritten };
  };

  /** Returns whether the value of a header is a URL of the app's origin. Only some headers have URLs. */
  function isAppUrl(name: string, value: string): boolean {
    if (!URL_HEADERS.has(name.toLowerCase())) return false;
    // The origin must end there: `http://localhost:3000` is also how `http://localhost:30001` begins.
    return value === appOrigin || value.startsWith(`${appOrigin}/`) || value.startsWith(`${appOrigin}?`);
  }
}
