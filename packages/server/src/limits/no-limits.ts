import { switchableLimits } from "../options/limit-settings.ts";
import type { ServerOptions } from "../options/options.ts";

/** Options of `createServer` that switch off every limit that can be switched off, for tests. */
export const noLimits: Readonly<Partial<ServerOptions>> =
  // Each of these settings is a number, and 0 means that there is no limit.
  Object.fromEntries(Object.keys(switchableLimits).map((name) => [name, 0])) as Partial<ServerOptions>;
