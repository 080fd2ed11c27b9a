import { once } from "node:events";
import http, { type RequestListener } from "node:http";
import type { AddressInfo } from "node:net";
import { expect, onTestFinished, test } from "vitest";
import { attachEdge } from "../../src/edge/attach.ts";
import type { Edge } from "../../src/edge/types.ts";

/** A server whose API is this, and what it reports as unforeseen. */
async function serve(api: RequestListener) {
  const failed: string[] = [];
  const server = http.createServer();
  const edge = { isTunnelHost: () => false, handleConnection: (_socket: object, read: () => void) => read() };
  attachEdge(server, edge as unknown as Edge, api, {
    onFailure: (what, error) => void failed.push(`${what}: ${(error as Error).message}`),
  });
  await once(server.listen(0, "127.0.0.1"), "listening");
  onTestFinished(() => void server.close());
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/`, failed };
}

test.each(["request", "response"])(
  "an error thrown by a later listener of the %s is reported, and the visitor gets a 500",
  async (which) => {
    const thrown: unknown[] = [];
    const { url, failed } = await serve((request, response) => {
      const emitter = which === "request" ? request : response;
      emitter.on("later", () => {
        throw new Error("unforeseen");
      });
      // By then the API's own call has returned.
      setImmediate(() => {
        try {
          emitter.emit("later");
        } catch (error) {
          thrown.push(error);
          response.end();
        }
      });
    });
    const response = await fetch(url, { headers: { connection: "close" } });
    expect(await response.json()).toMatchObject({ code: "internal" });
    expect([response.status, thrown, failed]).toEqual([500, [], ["A request: unforeseen"]]);
  },
);
