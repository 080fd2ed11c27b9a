import type { Provider, ProviderRoute } from "./provider.ts";
import { ProviderError } from "./provider-error.ts";

/** A route, with the parameters of the path. */
export interface RouteMatch {
  route: ProviderRoute;
  path: Record<string, string>;
}

/** Returns the route of a path below the provider's, or `null`. */
export function findRoute({ routes }: Provider, pathname: string): RouteMatch | null {
  const words = pathname.split("/");
  for (const route of routes) {
    const path = matchPath(route.path.split("/"), words);
    if (path !== null) return { route, path };
  }
  return null;
}

/** Returns the parameters of a path, or `null` if it does not match the pattern. */
function matchPath(pattern: readonly string[], words: readonly string[]): Record<string, string> | null {
  if (pattern.length !== words.length) return null;
  const path: Record<string, string> = {};
  for (const [index, expected] of pattern.entries()) {
    const word = words[index] ?? "";
    const parameter = /^\{(\w+)\}$/.exec(expected)?.[1];
    if (parameter !== undefined && word !== "") path[parameter] = word;
    else if (word !== expected) return null;
  }
  return path;
}

/** Returns the error for a path or method that this server does not have. It names those that it has. */
export function notImplemented({ title, routes }: Provider): ProviderError {
  const names = routes.map(({ path }) => `POST ${path}`).join(", ");
  return new ProviderError("not_implemented", `Frontdesk has only these routes of ${title}: ${names}.`);
}
