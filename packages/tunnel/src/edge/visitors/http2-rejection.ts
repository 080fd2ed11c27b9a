const TEXT =
  "HTTP/2 with prior knowledge is not supported. Use HTTP/1.1 (curl --http1.1), or put a proxy that supports HTTP/2 in front, such as Caddy or nginx.\n";
const HTTP_1_1_REQUIRED = 0xd;
const [DATA, HEADERS, SETTINGS, GOAWAY] = [0x0, 0x1, 0x4, 0x7];
const [END_STREAM, END_HEADERS] = [0x1, 0x4];
const NO_FLAGS = 0;
/** Stream ids: frames about the connection itself have 0, and a client's first request has 1. */
const CONNECTION = 0;
const FIRST_REQUEST = 1;

/**
 * Returns the HTTP/2 bytes for a client that starts with HTTP/2 (prior knowledge): a 505 response to its first request and
 * a GOAWAY with the reason (RFC 9113, 7 and 6.8).
 */
export function toHttp2Rejection(): Buffer {
  const body = Buffer.from(TEXT);
  // HPACK: `:status` is index 8 of the static table, `content-type` index 31 (15 + 16). Each has a literal value after its
  // length, which the other side does not add to its own table.
  const head = Buffer.concat([
    Buffer.from([0x08, 3]),
    Buffer.from("505"),
    Buffer.from([0x0f, 0x10, 10]),
    Buffer.from("text/plain"),
  ]);
  // The last stream that was processed, then the error code, with 4 bytes each. Below, a text for people follows (RFC 9113, 6.8).
  const goAway = Buffer.alloc(8);
  goAway.writeUInt32BE(FIRST_REQUEST, 0);
  goAway.writeUInt32BE(HTTP_1_1_REQUIRED, 4);
  return Buffer.concat([
    frame(SETTINGS, NO_FLAGS, CONNECTION, Buffer.alloc(0)),
    frame(HEADERS, END_HEADERS, FIRST_REQUEST, head),
    frame(DATA, END_STREAM, FIRST_REQUEST, body),
    frame(GOAWAY, NO_FLAGS, CONNECTION, Buffer.concat([goAway, body])),
  ]);
}

/** Encodes an HTTP/2 frame (RFC 9113, 4.1): 3 bytes of length, 1 of type, 1 of flags, 4 of stream id, then the payload. */
function frame(type: number, flags: number, stream: number, payload: Buffer): Buffer {
  const head = Buffer.alloc(9);
  head.writeUIntBE(payload.length, 0, 3);
  head[3] = type;
  head[4] = flags;
  head.writeUInt32BE(stream, 5);
  return Buffer.concat([head, payload]);
}
