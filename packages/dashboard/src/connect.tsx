import { render } from "preact";
import { restoreSession } from "./app/session.ts";
import { ConnectPage } from "./connect/page.tsx";
import "./ui/style.css";
import "./app/shell.css";

void restoreSession();
const root = document.getElementById("app");
// The id of the request is after `#`, so that no log of a proxy has it.
if (root) render(<ConnectPage requestId={location.hash.slice(1)} />, root);
