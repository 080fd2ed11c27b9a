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
 * Names of headers as HPACK encodes them (RFC 7541, 6.2.2): the indexes 8 and 31 of its static table, with the flag that the other
 * side does not add the header to its own table. The value follows, after a byte with its length.
 */
const STATUS_NAME = Buffer.from([0x08]);
const CONTENT_TYPE_NAME = Buffer.from([0x0f, 0x10]);

/**
 * Returns the HTTP/2 bytes for a client that starts with HTTP/2 (prior knowledge): a 505 response to its first request and
 * a GOAWAY with the reason (RFC 9113, 7 and 6.8).
 */
export function toHttp2Rejection(): Buffer {
  const text = Buffer.from(TEXT);
  const responseHead = Buffer.concat([
    STATUS_NAME,
    lengthAndText("505"),
    CONTENT_TYPE_NAME,
    lengthAndText("text/plain"),
  ]);
  const lastServedStream = uint32(FIRST_REQUEST);
  const goAway = Buffer.concat([lastServedStream, uint32(HTTP_1_1_REQUIRED), text]);
  return Buffer.concat([
    frame(SETTINGS, NO_FLAGS, CONNECTION, Buffer.alloc(0)),
    frame(HEADERS, END_HEADERS, FIRST_REQUEST, responseHead),
    frame(DATA, END_STREAM, FIRST_REQUEST, text),
    frame(GOAWAY, NO_FLAGS, CONNECTION, goAway),
  ]);
}

/** Encodes a text of at most 126 bytes for HPACK (RFC 7541, 5.2): its length, then its bytes. */
function lengthAndText(text: string): Buffer {
  return Buffer.concat([Buffer.from([text.length]), Buffer.from(text)]);
}

/** Encodes a field of a frame that has 4 bytes, the most significant first. */
function uint32(value: number): Buffer {
  const bytes = Buffer.alloc(4);
  bytes.writeUInt32BE(value);
  return bytes;
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
