import { operations } from "@frontdesk/contract";
import type { H3 } from "h3";
import type { Services } from "../context.ts";
import { Problem } from "../problem.ts";
import { openBuiltFiles } from "./built-files.ts";
import { toHomePage, toPageResponse, toUnbuiltReferencePage } from "./pages.ts";

// In a build: next to this file. In the sources: in `dist`, if there was a build.
const builtFiles = openBuiltFiles([
  new URL("./dashboard/", import.meta.url),
  new URL("../../dist/dashboard/", import.meta.url),
]);

/** The page loads only its own files and this server's API, and cannot turn text into HTML. */
const dashboardHeaders = {
  "cache-control": "no-cache",
  "content-security-policy":
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; connect-src 'self'; " +
    "base-uri 'none'; form-action 'none'; frame-ancestors 'none'; require-trusted-types-for 'script'; trusted-types 'none'",
  "cross-origin-opener-policy": "same-origin",
  "permissions-policy": "camera=(), microphone=(), geolocation=(), payment=(), clipboard-write=(self)",
  "referrer-policy": "no-referrer",
  "x-frame-options": "DENY",
} as const;

/** Without an opener policy, which would cut the window of the app that has opened this page, and so its way back. */
const { "cross-origin-opener-policy": _, ...withoutOpenerPolicy } = dashboardHeaders;
const consentHeaders = { ...withoutOpenerPolicy, "cache-control": "no-store" };

/** For files whose names contain a hash of their content. */
const unchangingFileHeaders = { "cache-control": "public, max-age=31536000, immutable" };

/** Serves the dashboard and its consent page for OAuth clients, if enabled and built, and the API reference at `/docs`. */
export function attachDashboard(app: H3, services: Services): void {
  const hasDashboard = services.options.dashboard && builtFiles !== null;
  onGetAndHead("/", (request) =>
    hasDashboard ? builtFiles.respond("index.html", request, dashboardHeaders) : toPageResponse(toHomePage(services)),
  );
  onGetAndHead("/connect", (request) => {
    if (!hasDashboard || services.options.oauth === "off")
      throw new Problem("not_found", "Apps cannot connect here: the operator has switched it off, or the dashboard.");
    return builtFiles.respond("connect.html", request, consentHeaders);
  });
  for (const path of ["/docs", "/docs/:operation"])
    onGetAndHead(path, (request, { operation }) => {
      if (operation !== undefined && !Object.hasOwn(operations, operation))
        throw new Problem("not_found", "There is no operation with this name. /docs lists all operations.");
      return builtFiles
        ? builtFiles.respond("docs.html", request, dashboardHeaders)
        : toPageResponse(toUnbuiltReferencePage());
    });
  onGetAndHead("/assets/:file", (request, { file = "" }) => {
    // A page is served only at its own path, with its security headers.
    if (!builtFiles?.has(file) || file.endsWith(".html")) throw new Problem("not_found", "There is no such file.");
    return builtFiles.respond(file, request, unchangingFileHeaders);
  });

  type Respond = (request: Request, params: Record<string, string | undefined>) => Response | Promise<Response>;
  /** Registers a handler for GET and HEAD. */
  function onGetAndHead(path: string, respond: Respond) {
    for (const method of ["GET", "HEAD"] as const)
      app.on(method, path, ({ req, context }) => respond(req, context.params ?? {}));
  }
}
