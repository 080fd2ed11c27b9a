import { ProviderError } from "./provider-error.ts";

/** Bytes of all requests that are read or handled at the same time. A mail in JSON is in memory until it is stored. */
const maxBytesOfAllBodies = 256 * 1024 * 1024;

/** Share of one request. */
export interface BodyLease {
  /** Counts bytes that were received. @throws ProviderError `unavailable` if all requests together have too many */
  add(bytes: number): void;
  /** Ends the request. */
  close(): void;
}

/** Creates the limit of the memory that the bodies of all requests take, in bytes. */
export function createBodyBudget(limit = maxBytesOfAllBodies) {
  let totalBytes = 0;
  return {
    /** Begins to count the bytes of one request, until its lease is closed. */
    open(): BodyLease {
      let leasedBytes = 0;
      return {
        /** Counts bytes that this request received. @throws ProviderError if the bodies of all requests are above the limit */
        add(bytes) {
          leasedBytes += bytes;
          totalBytes += bytes;
          if (totalBytes > limit)
            throw new ProviderError(
              "unavailable",
              "The server is handling too many large requests. Try again shortly.",
              {
                // The connection is closed, because the rest of the body would still arrive on it.
                headers: { connection: "close" },
              },
            );
        },
        /** Stops counting the request's bytes. May be called twice. */
        close() {
          totalBytes -= leasedBytes;
          leasedBytes = 0;
        },
      };
    },
  };
}
