/** Longest redirect URI, in characters. */
const maxRedirectUriLength = 2048;

/** Schemes that run or read something instead of opening an app, or that a browser handles itself. */
const forbiddenSchemes =
  /^(?:https?|javascript|data|file|blob|vbscript|about|wss?|ftps?|mailto|tel|sms|intent|content|res|shell|jar|filesystem|view-source|chrome.*|ms-.*|search-ms|moz-extension|resource)$/;
/** An `http` URI of a program on this computer, as RFC 8252 section 7.3 describes it: host, and what follows the port. */
const loopbackUri = /^http:\/\/(localhost|127\.0\.0\.1|\[::1\])(?::\d{1,5})?((?:[/?].*)?)$/;
/** Printable ASCII without the characters that parsers read differently: `\`, quotes, angle brackets, and `#` of a fragment. */
const harmlessCharacters = /^[!$-;=?-[\]^-z{|}~%]+$/;

/** Returns whether a client may register this redirect URI: https, http on this computer, or the scheme of an app. */
export function isAllowedRedirectUri(uri: string): boolean {
  if (uri.length > maxRedirectUriLength || !harmlessCharacters.test(uri) || !URL.canParse(uri)) return false;
  const { protocol, username, password } = new URL(uri);
  if (username !== "" || password !== "") return false;
  const scheme = protocol.slice(0, -1);
  // The parser corrects `https:/host` and drops the empty user of `https://@host`, so the text itself is checked as well:
  // `https://`, a host, then `/` or `?`.
  if (scheme === "https") return /^https:\/\/[^/@]+(?:[/?]|$)/.test(uri);
  if (scheme === "http") return loopbackUri.test(uri);
  // `App:` and `app:` are one scheme, but redirect URIs are compared as texts.
  const isInLowerCase = uri.startsWith(`${scheme}:`);
  return !forbiddenSchemes.test(scheme) && isInLowerCase;
}

/**
 * Returns whether a request may use this redirect URI: only the registered one. One on this computer may have any port, because
 * an app listens on a port that is free (RFC 8252 section 7.3).
 */
export function matchesRedirectUri(registered: string, requested: string): boolean {
  if (registered === requested) return true;
  // The host, and what follows the port. A URI without a path has the path `/`.
  const [, registeredHost, registeredPath] = loopbackUri.exec(registered) ?? [];
  const [, requestedHost, requestedPath] = loopbackUri.exec(requested) ?? [];
  if (registeredHost === undefined || requestedHost === undefined || !isAllowedRedirectUri(requested)) return false;
  return registeredHost === requestedHost && (registeredPath || "/") === (requestedPath || "/");
}

/** Returns whether the redirect URI belongs to a program on this computer. */
export const isLoopbackUri = (uri: string) => loopbackUri.test(uri);

/** Returns the host that a redirect URI leads to, for people to recognize; for the scheme of an app, the scheme. */
export function redirectHostOf(uri: string): string {
  const { protocol, host } = new URL(uri);
  return /^https?:$/.test(protocol) ? host : protocol.slice(0, -1);
}

/** Adds the parameters that are not `null` to a redirect URI. Keeps the rest as it is, because the client compares it as text. */
export function addParameters(uri: string, parameters: Record<string, string | null>): string {
  const query = new URLSearchParams();
  for (const [name, value] of Object.entries(parameters)) {
    if (value !== null) query.set(name, value);
  }
  // No fragment follows, because a redirect URI with one is not allowed.
  const separator = uri.includes("?") ? "&" : "?";
  return `${uri}${separator}${query}`;
}
