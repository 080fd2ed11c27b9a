import { afterAll, vi } from "vitest";

const names = [
  "setTimeout",
  "clearTimeout",
  "setInterval",
  "clearInterval",
  "setImmediate",
  "clearImmediate",
  "queueMicrotask",
  "Date",
] as const;
const own = Object.fromEntries(names.map((name) => [name, globalThis[name]]));

// Files of a worker share its globals. A spy on a replaced timer would restore the replaced one.
afterAll(() => {
  vi.restoreAllMocks();
  vi.unstubAllGlobals();
  vi.useRealTimers();
  Object.assign(globalThis, own);
});
