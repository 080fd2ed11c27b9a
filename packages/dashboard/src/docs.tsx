import { render } from "preact";
import { resume } from "./app/session.ts";
import { Reference } from "./docs/reference.tsx";
import "./kit/style.css";
import "./docs/docs.css";

void resume();
const root = document.getElementById("app");
if (root) {
  root.replaceChildren();
  render(<Reference />, root);
}
