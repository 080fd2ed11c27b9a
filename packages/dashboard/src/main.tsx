import { render } from "preact";
import { isConnected } from "./app/connection.ts";
import { takeSignInCode } from "./app/route.ts";
import { openSignInLink, restoreSession } from "./app/session.ts";
import { App } from "./app/shell.tsx";
import "./ui/style.css";
import "./app/shell.css";

const root = document.getElementById("app");
let isDrawn = false;
// Until it is known who is there, or that nobody answers, the outline that the page came with stands.
void restoreSession(takeSignInCode()).finally(draw);
const stop = isConnected.watch(draw);

addEventListener("hashchange", () => {
  const later = takeSignInCode();
  if (later !== null) openSignInLink(later);
});

function draw() {
  stop();
  if (!root || isDrawn) return;
  isDrawn = true;
  root.replaceChildren();
  render(<App />, root);
}
