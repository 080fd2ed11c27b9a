import type { Duplex } from "node:stream";

/** Passes bytes both ways, unread and with back-pressure, until either side ends. */
export function joinSockets(one: Duplex, other: Duplex): void {
  for (const [from, to] of [
    [one, other],
    [other, one],
  ] as const) {
    from.on("error", () => {});
    from.on("close", () => to.destroy());
    from.pipe(to);
  }
}
