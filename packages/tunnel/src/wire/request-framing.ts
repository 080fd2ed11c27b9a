import type { Head } from "./head.ts";

// `upgrade` is no framing, but the caller looks for it in `headers`: after a 101 the bytes are no requests.
const FRAMING_HEADERS = /\r\n(content-length|transfer-encoding|upgrade):[ \t]*([^\r]*)/gi;

/**
 * Reads only what is needed to find the end of a request, and whether it asks for an upgrade. `headers` holds just these headers; `start`,
 * `keepAlive` and the like are placeholders. Takes a third of the time of `parseRequestHead`. For heads that the edge has written, which
 * are valid.
 */
export function readRequestFraming(text: string): Head {
  const headers: string[] = [];
  const head: Head = {
    start: ["", "", ""],
    status: 0,
    headers,
    framing: "none",
    length: 0,
    keepAlive: true,
    connectionOptions: [],
  };
  FRAMING_HEADERS.lastIndex = 0;
  // Not `matchAll`, which copies the pattern each time.
  for (let match = FRAMING_HEADERS.exec(text); match !== null; match = FRAMING_HEADERS.exec(text)) {
    const [, name = "", value = ""] = match;
    headers.push(name, value);
    switch (name.toLowerCase()) {
      case "content-length":
        head.framing = "length";
        head.length = Number(value);
        break;
      case "transfer-encoding":
        head.framing = "chunked";
        break;
    }
  }
  return head;
}
