const TEXT =
  "HTTP/2 without asking first is not spoken here. Ask with HTTP/1.1 (curl --http1.1), or put a proxy that speaks HTTP/2 in front, such as Caddy or nginx.\n";
const HTTP_1_1_REQUIRED = 0xd;

/**
 * What a visitor gets who starts with HTTP/2 unasked, in the only words that it understands: an answer 505 to its first
 * request, and the reason why the connection ends (RFC 9113, 7 and 6.8).
 */
export function toHttp2Refusal(): Buffer {
  const body = Buffer.from(TEXT);
  // `:status` is number 8 of the static table, `content-type` number 31; both values literal and not indexed.
  const head = Buffer.concat([
    Buffer.from([0x08, 3]),
    Buffer.from("505"),
    Buffer.from([0x0f, 0x10, 10]),
    Buffer.from("text/plain"),
  ]);
  const last = Buffer.alloc(8);
  last.writeUInt32BE(1, 0);
  last.writeUInt32BE(HTTP_1_1_REQUIRED, 4);
  return Buffer.concat([
    frame(0x4, 0, 0, Buffer.alloc(0)),
    frame(0x1, 0x4, 1, head),
    frame(0x0, 0x1, 1, body),
    frame(0x7, 0, 0, Buffer.concat([last, body])),
  ]);
}

function frame(type: number, flags: number, stream: number, payload: Buffer): Buffer {
  const head = Buffer.alloc(9);
  head.writeUIntBE(payload.length, 0, 3);
  head[3] = type;
  head[4] = flags;
  head.writeUInt32BE(stream, 5);
  return Buffer.concat([head, payload]);
}
