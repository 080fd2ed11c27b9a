import { render } from "preact";
import { isConnected } from "./app/connection.ts";
import { takeSignInCode } from "./app/route.ts";
import { openSignInLink, restoreSession } from "./app/session.ts";
import { App } from "./app/shell.tsx";
import "./ui/style.css";
import "./app/shell.css";

const root = document.getElementById("app");
let isRendered = false;
// The placeholder of index.html stays until the session is restored, or the server turns out to be unreachable.
void restoreSession(takeSignInCode()).finally(renderApp);
const stopWatchingConnection = isConnected.watch(renderApp);

addEventListener("hashchange", () => {
  const code = takeSignInCode();
  if (code !== null) openSignInLink(code);
});

/**
 * Replaces the placeholder with the app. Called when the session is restored and when the server turns out to be unreachable. Both may
 * happen; only the first call counts.
 */
function renderApp() {
  stopWatchingConnection();
  // `root` is an element of index.html, so it is never missing.
  if (!root || isRendered) return;
  isRendered = true;
  root.replaceChildren();
  render(<App />, root);
}
