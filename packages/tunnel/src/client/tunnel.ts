import type { ExpectRequestOptions } from "../requests/expect-request.ts";
import type { IterateRequestsOptions } from "../requests/iterate-requests.ts";
import type { TunnelRequest } from "../requests/tunnel-request.ts";
import type { TokenRefusedError, TunnelOptionsError } from "./errors.ts";

/** Why a tunnel is no longer open. */
export type TunnelEnd =
  /** `close()` was called or the signal aborted. */
  | { type: "closed" }
  /** A newer client opened the same name. */
  | { type: "replaced" }
  /** The token was rotated or its subdomain deleted, or the server does not support tunnels. */
  | { type: "refused"; error: TokenRefusedError | TunnelOptionsError };

/** A local port at a public URL. */
export interface Tunnel extends AsyncDisposable {
  readonly url: string;
  /** Resolves when the tunnel is closed. A lost connection does not close it. */
  readonly closed: Promise<TunnelEnd>;
  /**
   * Runs `trigger` and returns the request that it causes, such as a provider's webhook, with its body. Ignores requests that
   * began before. The app gets the request too, unchanged.
   *
   * @throws RequestTimeoutError if none arrives in time; its message says what did arrive. TunnelClosedError
   * @example const paid = await tunnel.expectRequest(() => pay(order), { method: "POST", path: "/hooks/paid" });
   */
  expectRequest(trigger: () => unknown, options?: ExpectRequestOptions): Promise<TunnelRequest>;
  /**
   * Iterates over the requests that begin from now on, each when it is complete, until the loop ends, the signal aborts or
   * the tunnel closes. WebSockets are requests without a body. Buffers up to 100 requests and 8 MiB for a slow loop.
   *
   * @example for await (const { method, path } of tunnel.requests({ signal })) console.log(method, path);
   */
  requests(options?: IterateRequestsOptions): AsyncIterableIterator<TunnelRequest, undefined, undefined>;
  /**
   * Accepts no new requests and lets current ones finish, for up to the option `drain`. A second call closes the tunnel at
   * once.
   */
  close(): Promise<void>;
}
