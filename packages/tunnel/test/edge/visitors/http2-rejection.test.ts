import { expect, test } from "vitest";
import { toHttp2Rejection } from "../../../src/edge/visitors/http2-rejection.ts";

test("a visitor with HTTP/2 prior knowledge gets SETTINGS, a 505 for its first request, and the reason", () => {
  const bytes = toHttp2Rejection();
  const frames: { type: number; flags: number; stream: number; payload: Buffer }[] = [];
  for (let at = 0; at < bytes.length; ) {
    const length = bytes.readUIntBE(at, 3);
    const payload = bytes.subarray(at + 9, at + 9 + length);
    expect(payload).toHaveLength(length);
    frames.push({ type: bytes[at + 3]!, flags: bytes[at + 4]!, stream: bytes.readUInt32BE(at + 5), payload });
    at += 9 + length;
  }
  const [settings, head, body, goAway] = frames;
  expect(frames.map(({ type, flags, stream }) => [type, flags, stream])).toEqual([
    [4, 0, 0],
    [1, 4, 1],
    [0, 1, 1],
    [7, 0, 0],
  ]);
  expect(settings!.payload).toHaveLength(0);
  // RFC 7541: both literal, by the number of the name in the static table, with the length of the value.
  expect(head!.payload.toString("latin1")).toBe("\x08\x03505\x0f\x10\x0atext/plain");
  expect(body!.payload.toString()).toBe(
    "HTTP/2 with prior knowledge is not supported. Use HTTP/1.1 (curl --http1.1), or put a proxy that supports HTTP/2 in front, such as Caddy or nginx.\n",
  );
  // The last request that was answered, and HTTP_1_1_REQUIRED.
  expect([goAway!.payload.readUInt32BE(0), goAway!.payload.readUInt32BE(4)]).toEqual([1, 13]);
  expect(goAway!.payload.subarray(8)).toEqual(body!.payload);
});
