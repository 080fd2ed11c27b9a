import { render } from "preact";
import { takeSignInCode } from "./app/route.ts";
import { enterByCode, resume } from "./app/session.ts";
import { App } from "./app/shell.tsx";
import "./kit/style.css";
import "./app/shell.css";

const root = document.getElementById("app");
const code = takeSignInCode();
// Until it is known who is there, the outline that the page came with stands.
void (code === null ? resume() : enterByCode(code)).finally(() => {
  if (!root) return;
  root.replaceChildren();
  render(<App />, root);
});
addEventListener("hashchange", () => {
  const later = takeSignInCode();
  if (later !== null) void enterByCode(later);
});
