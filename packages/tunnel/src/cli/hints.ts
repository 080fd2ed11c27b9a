import type { RequestRecord } from "../client/observe.ts";
import type { TunnelOptions } from "../client/options.ts";

/** Error pages with which frameworks reject an unknown host or origin, and the setting that allows it. */
const FRAMEWORKS: { errorPattern: RegExp; hint: (name: string) => string }[] = [
  {
    errorPattern: /DisallowedHost|Invalid HTTP_HOST header/,
    hint: (name) => `Django rejects the host. Add "${name}" to ALLOWED_HOSTS, or start with --host-header local.`,
  },
  {
    errorPattern: /CSRF verification failed|Origin checking failed/,
    hint: (name) =>
      `Django rejects the origin. Add "https://${name}" (or http://) to CSRF_TRUSTED_ORIGINS, or start with --host-header local.`,
  },
  {
    errorPattern: /Blocked hosts?\b/,
    hint: (name) =>
      `Rails rejects the host. Add config.hosts << "${name}" to its development environment, or start with --host-header local.`,
  },
  {
    errorPattern: /non-local .{0,10}Host|Blocking (?:request|Cross Origin)|Cross Origin API/i,
    hint: () =>
      "Jupyter rejects the host. Start it with --ServerApp.allow_remote_access=True, or the tunnel with --host-header local.",
  },
];

/** Creates a listener for requests that prints one hint when an app or tunnel seems misconfigured. */
export function createHints(
  { hostHeader, https }: TunnelOptions,
  print: (hint: string) => void,
): (request: RequestRecord) => void {
  let hasResponded = false;
  let hasHinted = false;

  return (request) => {
    if (hasHinted) return;
    const hint = hintFor(request);
    hasResponded ||= request.status !== 0 && !request.appDown;
    if (hint === undefined) return;
    hasHinted = true;
    print(hint);
  };

  /**
   * Returns the hint for a request that looks like a wrong setting of the app or of the tunnel (`https`, `hostHeader`); else
   * `undefined`.
   */
  function hintFor(request: RequestRecord): string | undefined {
    const name = request.host.replace(/:\d+$/, "");
    const frameworkHint = frameworkHintFor(request, name);
    if (frameworkHint !== undefined) return frameworkHint;
    const hasNoResponse = request.status === 0;
    // An app that has responded before has the right scheme, and closed this connection for another reason.
    if (hasNoResponse && !hasResponded) {
      return https
        ? "The app closed the connection without a response. If it uses plain HTTP, start without --https."
        : "The app closed the connection without a response. If it uses HTTPS, start with --https.";
    }
    if (request.appDown && https)
      return "No TLS connection to the app could be opened. If it runs and uses plain HTTP, start without --https.";
    const seesPublicHost = hostHeader === undefined;
    if (!seesPublicHost || !mayRejectHost(request)) return undefined;
    return `The app responded with 403. If it rejects the host ${name}, start with --host-header local, or allow the host in its settings.`;
  }
}

/**
 * Returns the hint for a framework that rejects other hosts than its own: recognized by its paths, or by its error page. `name`: the
 * tunnel's host, which the framework must allow.
 */
function frameworkHintFor({ status, path, refusal: errorPage }: RequestRecord, name: string): string | undefined {
  // Next.js rejects a WebSocket with text that is not HTTP, so there is no status.
  const isRejectedSocket = status === 0 && /^\/_next\/[a-z-]*hmr/.test(path);
  if (path.startsWith("/_next/") && (status === 403 || isRejectedSocket))
    return `Next.js rejects pages of other hosts than its own. Add ${JSON.stringify(name)} to allowedDevOrigins in its configuration.`;
  return FRAMEWORKS.find(({ errorPattern }) => errorPattern.test(errorPage))?.hint(name);
}

/** Returns whether a response may reject the host: development servers do that in plain text. An API's own 403 is JSON. */
function mayRejectHost({ status, headers }: RequestRecord): boolean {
  return status === 403 && !headers["content-type"]?.includes("json");
}
