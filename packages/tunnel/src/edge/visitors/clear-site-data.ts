/** Types that affect only the origin of the response. */
const ORIGIN_TYPES = [
  '"cache"',
  '"storage"',
  '"executionContexts"',
  '"clientHints"',
  '"prefetchCache"',
  '"prerenderCache"',
];

/**
 * Limits a `Clear-Site-Data` value to the app's own origin; returns an empty string if nothing is left. `"cookies"`, which
 * `"*"` includes, would clear the cookies of all other tunnels, because they share the registrable domain. Unknown types
 * are dropped too.
 */
export function limitToOrigin(value: string): string {
  const types = value.split(",").map((type) => type.trim());
  // All types, except cookies: these two are what else a site stores.
  if (types.includes('"*"')) return '"cache", "storage"';
  return types.filter((type) => ORIGIN_TYPES.includes(type)).join(", ");
}
