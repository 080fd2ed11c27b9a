import { AsyncLocalStorage, createHook } from "node:async_hooks";
import { getEventListeners } from "node:events";
import { collectGarbage } from "./collect-garbage.ts";

/** What an act may use, and must let go of before it resolves. */
export interface Lent {
  /** Never aborts; the same in every call, as a program's own signal is. */
  signal: AbortSignal;
  /** 32 kB, new in every call: used by the callbacks and options of an act, it shows which of them are kept. */
  ballast: readonly number[];
}

export interface LeavesNothingOptions {
  /** Calls that are measured, in five windows. @default 500 */
  calls?: number;
  /** Bytes of heap that a call may leave: half of the ballast, far above what compiled code adds. @default 16_000 */
  bytesPerCall?: number;
  /** Sizes of maps, sets or counters that must be the same before and after. */
  sizes?: () => Record<string, number>;
}

/** Resources with a lifetime that somebody must end; the event loop reports the creation and the end of each. */
const owned = /^(?:Timeout|TCP|PIPE|TLS|UDP|PROCESS|WORKER|FSEVENT|STATWATCHER|SIGNAL|HTTP)/;
const windows = 5;
const warmUps = 60;
/** Milliseconds in which sockets finish closing, before what is left counts as a leak. */
const settlingMs = 3_000;

/**
 * Calls `act` hundreds of times and throws if anything is left afterwards: listeners on the signal, timers, sockets,
 * child processes, entries of the named maps, or memory. It needs a heap of its own: name the file `*.leaks.test.ts`.
 */
export async function leavesNothing(
  act: (lent: Lent) => unknown,
  { calls = 500, bytesPerCall = 16_000, sizes = () => ({}) }: LeavesNothingOptions = {},
): Promise<void> {
  const { signal } = new AbortController();
  const resources = trackResources();
  const run = async (times: number) => {
    for (let call = 0; call < times; call++)
      await resources.within(() => act({ signal, ballast: new Array(4_096).fill(0) }));
  };
  try {
    // Code is compiled and caches are filled in the first calls.
    await run(Math.min(warmUps, calls));
    await settle();
    const before = sizes();
    const growth: number[] = [];
    const perWindow = Math.ceil(calls / windows);
    for (let window = 0; window < windows; window++) {
      const start = await heapUsed();
      await run(perWindow);
      await settle();
      growth.push(Math.round(((await heapUsed()) - start) / perWindow));
    }
    report({
      listeners: getEventListeners(signal, "abort").map(() => "abort"),
      sizes: changed(before, sizes()),
      bytesPerCall: steady(growth) > bytesPerCall ? growth : [],
    });
  } finally {
    resources.stop();
  }

  /** Waits until everything that the calls opened has ended, for sockets take a moment to close. */
  async function settle(): Promise<void> {
    const end = performance.now() + settlingMs;
    await collectGarbage();
    while (resources.open().length > 0 && performance.now() < end) {
      await new Promise((resolve) => setTimeout(resolve, 10));
      await collectGarbage();
    }
    report({ resources: resources.open() });
  }
}

/** Growth that all windows but one reach: code that is compiled or thrown away meanwhile disturbs one or two of them. */
function steady(growth: number[]): number {
  return growth.toSorted((one, other) => one - other)[1] ?? 0;
}

/** Bytes after collections that free no more. */
async function heapUsed(): Promise<number> {
  let bytes = Number.POSITIVE_INFINITY;
  for (let round = 0; round < 4; round++) {
    await collectGarbage();
    const now = process.memoryUsage().heapUsed;
    if (now > bytes - 1_000) break;
    bytes = now;
  }
  return process.memoryUsage().heapUsed;
}

function report(left: Record<string, unknown[]>): void {
  const found = Object.entries(left).filter(([, rows]) => rows.length > 0);
  if (found.length > 0) throw new Error(`The calls left something: ${JSON.stringify(Object.fromEntries(found))}`);
}

/** Follows the resources that an act opens, apart from those of anything else that runs. */
function trackResources() {
  const acting = new AsyncLocalStorage<true>();
  const open = new Map<number, string>();
  const hook = createHook({
    init(id, type) {
      if (acting.getStore() && owned.test(type)) open.set(id, type);
    },
    destroy: (id) => void open.delete(id),
  }).enable();
  return {
    within: <T>(act: () => T): T => acting.run(true, act),
    open: () => [...open.values()],
    stop: () => void hook.disable(),
  };
}

function changed(before: Record<string, number>, after: Record<string, number>): string[] {
  return Object.keys(after)
    .filter((name) => after[name] !== before[name])
    .map((name) => `${name}: ${before[name]} before, ${after[name]} after`);
}
