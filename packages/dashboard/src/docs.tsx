import { render } from "preact";
import { restoreSession } from "./app/session.ts";
import { Reference } from "./docs/reference.tsx";
import "./ui/style.css";
import "./docs/docs.css";

void restoreSession();
const root = document.getElementById("app");
if (root) {
  root.replaceChildren();
  render(<Reference />, root);
}
