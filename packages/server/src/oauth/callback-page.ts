import type { H3 } from "h3";
import { toProblemResponse } from "../http/responses.ts";
import { Problem } from "../problem.ts";
import { toErrorPage } from "./error-page.ts";

/**
 * Explains a callback that was meant for an app on this computer. Cursor listens on a fixed port, 8787, which is also the default
 * port of this server; without this page its sign-in would end at a 404.
 */
export function attachCallbackPage(app: H3): void {
  app.on("GET", "/callback", ({ req }) => {
    const { searchParams, port } = new URL(req.url);
    // Every end of a sign-in has one of these (RFC 6749 sections 4.1.2 and 4.1.2.1).
    const isCallback = searchParams.has("code") || searchParams.has("error");
    if (!isCallback) return toProblemResponse(new Problem("not_found", "There is nothing at this path."));
    const shownPort = port || "80";
    return toErrorPage({
      title: "An app's sign-in ended here by mistake",
      lines: [
        `The app that you signed in to listens on port ${shownPort}, and this Frontdesk has that port. Nothing was shared.`,
        "Start Frontdesk with another port, such as --port 8788, change its URL in the app, and connect again.",
      ],
      status: 409,
    });
  });
}
