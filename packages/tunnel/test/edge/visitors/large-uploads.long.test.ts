import { createHash } from "node:crypto";
import { once } from "node:events";
import http, { type IncomingMessage } from "node:http";
import { text } from "node:stream/consumers";
import { expect, test } from "vitest";
import { createTestbed } from "../testbed.ts";

test("an upload of 64 MB passes, with any framing", async () => {
  await using bed = await createTestbed();
  await bed.serve("demo", async (request, response) => {
    const hash = createHash("sha256");
    for await (const piece of request) hash.update(piece);
    response.end(hash.digest("hex"));
  });
  const piece = Buffer.alloc(1_048_576, "0123456789abcdef#");
  const hash = createHash("sha256");
  for (let at = 0; at < 64; at++) hash.update(piece);
  const wanted = hash.digest("hex");
  for (const headers of [{ "content-length": 64 * piece.length }, { "transfer-encoding": "chunked" }]) {
    const request = http.request({
      host: "127.0.0.1",
      port: bed.port,
      method: "POST",
      headers: { host: "demo.tunnel.localhost", ...headers },
    });
    const answered = once(request, "response") as Promise<[IncomingMessage]>;
    for (let at = 0; at < 64; at++) if (!request.write(piece)) await once(request, "drain");
    request.end();
    expect(await text((await answered)[0])).toBe(wanted);
  }
});
