import type { Duplex } from "node:stream";

/** Pipes bytes both ways with back-pressure. If one socket closes, the other is destroyed. */
export function joinSockets(one: Duplex, other: Duplex): void {
  for (const [from, to] of [
    [one, other],
    [other, one],
  ] as const) {
    // The "close" that follows is enough.
    from.on("error", () => {});
    from.on("close", () => to.destroy());
    from.pipe(to);
  }
}
