import type { Position } from "./cursor.ts";
import type { Page, Query, Source, Summary } from "./source.ts";

interface Reading {
  /** Seconds to hold. */
  wait: number;
  to: string | undefined;
  signal: AbortSignal | undefined;
  /** Whether to read on to the newest message. */
  all: boolean;
}

/** What is behind a position: one page, or all there is as one. */
export async function readAll<S extends Summary>(
  source: Source<S>,
  position: Position | { lookback: number },
  { wait, to, signal, all }: Reading,
): Promise<Page<S>> {
  const read = (from: Pick<Query, "after" | "lookback">, hold: number) =>
    source.recent({ ...from, wait: hold, to, full: true, signal });
  let page = await read(toStart(position), wait);
  while (all && page.more && page.cursor !== undefined) {
    const next = await read({ after: page.cursor }, 0);
    page = { ...next, messages: [...next.messages, ...page.messages], missed: page.missed + next.missed };
  }
  return page;
}

function toStart(position: Position | { lookback: number }): Pick<Query, "after" | "lookback"> {
  if ("lookback" in position) return { lookback: position.lookback };
  return position.type === "cursor" ? { after: position.cursor } : {};
}
