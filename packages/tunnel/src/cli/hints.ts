import type { RequestRecord } from "../client/observe.ts";
import type { TunnelOptions } from "../client/options.ts";

/** How frameworks refuse a host or an origin that they do not know, and what their own settings call it. */
const FRAMEWORKS: { says: RegExp; hint: (name: string) => string }[] = [
  {
    says: /DisallowedHost|Invalid HTTP_HOST header/,
    hint: (name) => `Django refuses the host. Add "${name}" to ALLOWED_HOSTS, or start with --host-header local.`,
  },
  {
    says: /CSRF verification failed|Origin checking failed/,
    hint: (name) =>
      `Django refuses the origin. Add "https://${name}" (or http://) to CSRF_TRUSTED_ORIGINS, or start with --host-header local.`,
  },
  {
    says: /Blocked hosts?\b/,
    hint: (name) =>
      `Rails refuses the host. Add config.hosts << "${name}" to its development environment, or start with --host-header local.`,
  },
  {
    says: /non-local .{0,10}Host|Blocking (?:request|Cross Origin)|Cross Origin API/i,
    hint: () =>
      "Jupyter refuses the host. Start it with --ServerApp.allow_remote_access=True, or the tunnel with --host-header local.",
  },
];

/** Watches requests end as they do when an app and a tunnel are set up for different things, and says once what helps. */
export function createHints(
  { hostHeader, https }: TunnelOptions,
  say: (hint: string) => void,
): (request: RequestRecord) => void {
  let answered = false;
  let hinted = false;

  return (request) => {
    if (hinted) return;
    const hint = hintFor(request);
    answered ||= request.status !== 0 && !request.appDown;
    if (hint === undefined) return;
    hinted = true;
    say(hint);
  };

  function hintFor({ status, appDown, path, host, headers, refusal }: RequestRecord): string | undefined {
    const name = host.replace(/:\d+$/, "");
    // Next.js answers a refused WebSocket with a bare word, which is no answer.
    if (path.startsWith("/_next/") && (status === 403 || (status === 0 && /^\/_next\/[a-z-]*hmr/.test(path)))) {
      return `Next.js refuses pages of other hosts than its own. Add ${JSON.stringify(name)} to allowedDevOrigins in its configuration.`;
    }
    const known = FRAMEWORKS.find(({ says }) => says.test(refusal));
    if (known !== undefined) return known.hint(name);
    if (status === 0 && !answered) {
      return https
        ? "The app closed the connection without an answer. If it speaks plain HTTP, start without --https."
        : "The app closed the connection without an answer. If it speaks HTTPS, start with --https.";
    }
    if (appDown && https)
      return "No TLS connection to the app came about. If it speaks plain HTTP, start without --https.";
    if (status !== 403 || hostHeader !== undefined) return undefined;
    // Programs answer other programs in JSON; development servers refuse a host in plain words.
    if (headers["content-type"]?.includes("json")) return undefined;
    return `The app answered 403. If it refuses the host ${name}, start with --host-header local, or allow the host in its settings.`;
  }
}
