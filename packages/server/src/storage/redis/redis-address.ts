import { rootCauseMessage } from "@frontdesk/basics";

/**
 * Returns the address without user and password, for messages.
 *
 * @throws Error if it is not a URL; without the address, which may have a password
 */
export function withoutCredentials(url: string): string {
  try {
    const { protocol, host, pathname } = new URL(url);
    return `${protocol}//${host}${pathname === "/" ? "" : pathname}`;
  } catch {
    throw new Error("--storage has a Redis address that is not a URL. Write redis://host:6379 or rediss://host:6379");
  }
}

/** Throws why the Redis at this address cannot be used, with the flag `--storage` before it. */
export function throwRedisError(url: string, cause: unknown): never {
  throw new Error(`--storage ${withoutCredentials(url)} cannot be used: ${rootCauseMessage(cause)}`);
}
