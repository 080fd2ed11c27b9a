import { AsyncLocalStorage, createHook } from "node:async_hooks";
import { getEventListeners } from "node:events";
import { collectGarbage, collectOnce } from "./collect-garbage.ts";

/** Objects for the tested action to use. It must not keep references to them after it resolves. */
export interface ActionInput {
  /** Never aborts. The same in every call, like the signal of a long-running program. */
  signal: AbortSignal;
  /** 32 kB, new in every call. If callbacks and options refer to it, keeping one of them shows as memory growth. */
  largeArray: readonly number[];
}

export interface LeavesNothingOptions {
  /** Number of measured calls, in five windows. @default 500 */
  calls?: number;
  /** Maximum heap growth per call: half of `largeArray`, far above what compiled code adds. @default 16_000 */
  bytesPerCall?: number;
  /** Sizes of maps, sets or counters that must be the same before and after. */
  sizes?: () => Record<string, number>;
}

/** Types of async resources that must be closed explicitly, such as timers and sockets. */
const closableResource = /^(?:Timeout|TCP|PIPE|TLS|UDP|PROCESS|WORKER|FSEVENT|STATWATCHER|SIGNAL|HTTP)/;
const windowCount = 5;
/** Calls before the measured ones: they compile code and fill caches. */
const warmUpCalls = 60;
/** Makes 32 kB: an action that keeps the array shows against the noise of the heap. */
const largeArrayLength = 4_096;
/** Time for sockets to finish closing. Resources that are open afterwards count as leaks. */
const closeTimeoutMs = 3_000;

/**
 * Calls `action` hundreds of times and throws if anything is left afterwards: listeners on the signal, timers, sockets,
 * child processes, entries of the named maps, or memory. It needs its own heap: name the file `*.leaks.test.ts`.
 */
export async function leavesNothing(
  action: (input: ActionInput) => unknown,
  { calls = 500, bytesPerCall = 16_000, sizes = () => ({}) }: LeavesNothingOptions = {},
): Promise<void> {
  const { signal } = new AbortController();
  const resources = trackResources();
  /**
   * Runs the action several times, one after the other, each with a large array: an action that keeps its input shows in the heap.
   * @throws Error if something that it opened stays open
   */
  async function runAction(times: number): Promise<void> {
    for (let call = 0; call < times; call++)
      await resources.track(() => action({ signal, largeArray: new Array(largeArrayLength).fill(0) }));
    throwIfAny({ resources: await waitUntilClosed(resources.open) });
  }
  try {
    await runAction(Math.min(warmUpCalls, calls));
    const sizesBefore = sizes();
    const growthPerCall = await measureGrowth(Math.ceil(calls / windowCount), runAction);
    throwIfAny({
      // One entry for each listener that is left: the functions themselves say nothing.
      listeners: getEventListeners(signal, "abort").map(() => "abort"),
      sizes: describeChanges(sizesBefore, sizes()),
      bytesPerCall: steadyGrowth(growthPerCall) > bytesPerCall ? growthPerCall : [],
    });
  } finally {
    resources.stop();
  }
}

/** Waits until no resource is open, but at most 3 s. Returns the types of those that are still open. */
async function waitUntilClosed(openResources: () => string[]): Promise<string[]> {
  const deadline = performance.now() + closeTimeoutMs;
  // Some resources count as closed only when they are collected. Collecting costs processor time, so the pauses grow.
  for (let delayMs = 10; openResources().length > 0; delayMs = Math.min(2 * delayMs, 200)) {
    await collectGarbage();
    if (openResources().length === 0 || performance.now() >= deadline) break;
    await new Promise((resolve) => setTimeout(resolve, delayMs));
  }
  return openResources();
}

/**
 * Runs windows of equally many calls and returns the heap growth per call in each. One window would not do: a cache that fills, or
 * code that compiles, makes some of them grow.
 */
async function measureGrowth(callsPerWindow: number, runCalls: (times: number) => Promise<void>): Promise<number[]> {
  const growthPerCall: number[] = [];
  let bytesBefore = await measureHeap();
  for (let window = 0; window < windowCount; window++) {
    await runCalls(callsPerWindow);
    const bytesAfter = await measureHeap();
    growthPerCall.push(Math.round((bytesAfter - bytesBefore) / callsPerWindow));
    bytesBefore = bytesAfter;
  }
  return growthPerCall;
}

/**
 * Returns the second-smallest growth. A leak shows in all windows. The smallest may be too low, because V8 discarded code in that
 * window; the largest are too high where V8 compiled code.
 */
function steadyGrowth(growth: number[]): number {
  return growth.toSorted((a, b) => a - b)[1] ?? 0;
}

/** Returns the used bytes of heap, once a further garbage collection frees less than 1 kB. */
async function measureHeap(): Promise<number> {
  let bytes = Number.POSITIVE_INFINITY;
  // Some objects are freed only by a collection after their finalizers ran. At most 12 collections, so that this ends.
  for (let round = 0; round < 12; round++) {
    const previousBytes = bytes;
    await collectOnce();
    bytes = process.memoryUsage().heapUsed;
    if (bytes > previousBytes - 1_000) break;
  }
  return bytes;
}

/** Throws an error that lists the leaks by kind, if there are any. */
function throwIfAny(leaksByKind: Record<string, unknown[]>): void {
  const leaks = Object.entries(leaksByKind).filter(([, entries]) => entries.length > 0);
  if (leaks.length > 0) throw new Error(`The calls left something: ${JSON.stringify(Object.fromEntries(leaks))}`);
}

/** Tracks the open resources of an action, but not those of other code that runs at the same time. */
function trackResources() {
  /** Set in the async context of the action only. */
  const actionContext = new AsyncLocalStorage<true>();
  const openResources = new Map<number, string>();
  const hook = createHook({
    init(id, type) {
      if (actionContext.getStore() && closableResource.test(type)) openResources.set(id, type);
    },
    destroy: (id) => void openResources.delete(id),
  }).enable();
  return {
    track: <T>(action: () => T): T => actionContext.run(true, action),
    /** Returns the types of the resources that are open now. */
    open: () => [...openResources.values()],
    stop: () => void hook.disable(),
  };
}

/** Describes the sizes that differ, each as a text such as "waiters: 0 before, 3 after". */
function describeChanges(before: Record<string, number>, after: Record<string, number>): string[] {
  return Object.keys(after)
    .filter((name) => after[name] !== before[name])
    .map((name) => `${name}: ${before[name]} before, ${after[name]} after`);
}
