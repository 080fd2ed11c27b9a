import { backoffDelay } from "@frontdesk/basics";
import { mayPass, sleep } from "../requests/pauses.ts";
import { type Position, toMark } from "./cursor.ts";
import type { Page, Query, Source, Summary } from "./source.ts";

const mostFailures = 4;
const longestPause = 5_000;

/** Where a handle stands. Shared by all waits of one handle, so that no message is returned twice. */
export interface Place {
  position: Position;
  returned: Set<string>;
}

/** The position behind everything the inbox holds now. */
export async function markNow<S extends Summary>(
  source: Source<S>,
  query: Pick<Query, "to" | "signal"> = {},
): Promise<Position> {
  return behindPage(await source.recent(query));
}

/** The same, asked again where what failed may pass, such as the restart of a server. */
export async function markPatiently<S extends Summary>(
  source: Source<S>,
  query: Pick<Query, "to" | "signal">,
): Promise<Position> {
  for (let failures = 0; ; failures++) {
    try {
      return await markNow(source, query);
    } catch (error) {
      if (failures === mostFailures || !mayPass(error)) throw error;
      await sleep(backoffDelay(failures, { firstMs: 200, maxMs: longestPause }), query.signal);
    }
  }
}

/** The position behind all of a page, for a reader that stood at `before`. */
export function behindPage<S extends Summary>({ cursor, messages }: Page<S>, before?: Position): Position {
  if (cursor !== undefined) return { type: "cursor", cursor };
  const seen = before?.type === "seen" ? before.ids : [];
  return { type: "seen", ids: new Set([...seen, ...messages.map(({ id }) => id)]) };
}

/** Moves a place behind one message of a page, and says where that is. */
export function moveBehind<S extends Summary>(place: Place, id: string, { cursor, messages }: Page<S>): string {
  const before = place.position;
  if (cursor === undefined) {
    const older = messages.slice(messages.findIndex((message) => message.id === id)).map((message) => message.id);
    place.position = { type: "seen", ids: new Set([...(before.type === "seen" ? before.ids : []), ...older]) };
    return toMark(place.position);
  }
  // Ids sort by arrival; a wait that started earlier must not move the place back.
  if (before.type === "seen" || id > before.cursor) place.position = { type: "cursor", cursor: id };
  return id;
}

/** Where a wait was told to begin, which is no place of the handle; `undefined` when it was not told. */
export function toStart({ after, lookback }: { after: string | undefined; lookback: number | undefined }) {
  if (after !== undefined) return { after, ...(lookback === undefined ? {} : { lookback }) };
  return lookback === undefined ? undefined : { lookback };
}
