import { render } from "preact";
import { takeSignInCode } from "./app/route.ts";
import { enterByCode, resume } from "./app/session.ts";
import { App } from "./app/shell.tsx";
import "./kit/style.css";
import "./app/shell.css";

const code = takeSignInCode();
void (code === null ? resume() : enterByCode(code));
addEventListener("hashchange", () => {
  const later = takeSignInCode();
  if (later !== null) void enterByCode(later);
});

const root = document.getElementById("app");
if (root) render(<App />, root);
