/** Types that browsers apply to the origin of the response alone. */
const OF_ORIGIN = [
  '"cache"',
  '"storage"',
  '"executionContexts"',
  '"clientHints"',
  '"prefetchCache"',
  '"prerenderCache"',
];

/**
 * Limits `Clear-Site-Data` to the app's own origin; an empty string if nothing is left. `"cookies"`, which `"*"` includes,
 * would clear the cookies of the registrable domain: those of all other tunnels. A type that is not known is dropped too.
 */
export function toOwnSiteData(value: string): string {
  const types = value.split(",").map((type) => type.trim());
  if (types.includes('"*"')) return '"cache", "storage"';
  return types.filter((type) => OF_ORIGIN.includes(type)).join(", ");
}
