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
  position: Position | { back: number },
  { wait, to, signal, all }: Reading,
): Promise<Page<S>> {
  const read = (from: Pick<Query, "after" | "back">, hold: number) =>
    source.recent({ ...from, wait: hold, to, full: true, signal });
  let page = await read(toStart(position), wait);
  while (all && page.more && page.cursor !== undefined) {
    const next = await read({ after: page.cursor }, 0);
    page = { ...next, messages: [...next.messages, ...page.messages], missed: page.missed + next.missed };
  }
  return page;
}

function toStart(position: Position | { back: number }): Pick<Query, "after" | "back"> {
  if ("back" in position) return { back: position.back };
  return position.type === "cursor" ? { after: position.cursor } : {};
}
