import type { Provider, ProviderRoute } from "./provider.ts";
import { ProviderError } from "./provider-error.ts";

/** A route, with the parameters of the path. */
export interface RouteMatch {
  route: ProviderRoute;
  path: Record<string, string>;
}

/** Returns the provider's route for a path, such as `/v3/example.com/messages`, with the path's parameters; `null` for none. */
export function findRoute({ routes }: Provider, pathname: string): RouteMatch | null {
  const segments = pathname.split("/");
  for (const route of routes) {
    const path = matchPath(route.path.split("/"), segments);
    if (path !== null) return { route, path };
  }
  return null;
}

/** Returns the parameters of a path by name, or `null` if it does not match. `{domain}` in the pattern matches any segment. */
function matchPath(pattern: readonly string[], segments: readonly string[]): Record<string, string> | null {
  if (pattern.length !== segments.length) return null;
  const parameters: Record<string, string> = {};
  for (const [index, expected] of pattern.entries()) {
    const segment = segments[index] ?? "";
    const parameterName = /^\{(\w+)\}$/.exec(expected)?.[1];
    if (parameterName !== undefined && segment !== "") parameters[parameterName] = segment;
    else if (segment !== expected) return null;
  }
  return parameters;
}

/** Returns the error for a path or method that this server does not have of a provider's API. It names those that it has. */
export function notImplemented({ title, routes }: Provider): ProviderError {
  const names = routes.map(({ path }) => `POST ${path}`).join(", ");
  return new ProviderError("not_implemented", `Frontdesk has only these routes of ${title}: ${names}.`);
}
