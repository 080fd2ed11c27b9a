import { EventEmitter, on } from "node:events";
import type { Tunnel, TunnelRequest } from "@frontdesk/tunnel";

/** Requests that a test sends through no tunnel. */
export interface RequestSource extends Pick<Tunnel, "requests"> {
  send(...paths: string[]): Promise<void>;
  sendBody(path: string, body: Uint8Array<ArrayBuffer>): Promise<void>;
  close(): Promise<void>;
}

export function createRequests(): RequestSource {
  const emitter = new EventEmitter();
  const toRequest = (path: string, body: Uint8Array<ArrayBuffer>): TunnelRequest => ({
    method: "POST",
    path,
    query: "",
    headers: {},
    body,
    truncated: false,
    missed: 0,
    text: () => "",
    json: () => null,
  });
  /** Resolves when the reader has had its turn. */
  const settle = () => new Promise<void>((resolve) => setImmediate(resolve));
  return {
    async *requests(): AsyncGenerator<TunnelRequest, undefined> {
      for await (const [request] of on(emitter, "request", { close: ["close"] })) yield request as TunnelRequest;
      return undefined;
    },
    async send(...paths) {
      for (const path of paths) emitter.emit("request", toRequest(path, new Uint8Array()));
      await settle();
    },
    async sendBody(path, body) {
      emitter.emit("request", toRequest(path, body));
      await settle();
    },
    async close() {
      emitter.emit("close");
      await settle();
    },
  };
}
