import { expect } from "vitest";
import { route } from "../../src/app/route.ts";
import { session } from "../../src/app/session.ts";
import { startServer } from "../page.ts";
import type { drawView } from "../view.ts";
import { toOutline } from "./outline.ts";
import { answers, signedIn } from "./records.ts";

/** Milliseconds: nothing that is awaited here takes longer than a few of them. */
export const soon = { interval: 5 };

/** Starts a server that has some of everything, with somebody signed in. Returns what ends the session. */
export function startFullServer(): () => void {
  const server = startServer();
  for (const [path, answer] of Object.entries(answers)) server.respond(path, answer);
  session.set({ state: "signed-in", ...signedIn });
  route.set("mailboxes");
  return () => session.set({ state: "signed-out", reason: null });
}

/** Compares a page, or the dialog on it, with the file of this name, once it has this text and nothing else is on its way. */
export async function expectDrawn(view: ReturnType<typeof drawView>, name: string, text: string): Promise<void> {
  await expect.poll(() => [view.text().includes(text), view.all(".skeleton").length], soon).toEqual([true, 0]);
  view.unfold();
  const shown = () => view.all("dialog")[0] ?? view.root;
  // What is unfolded asks for more, and is drawn after the next paint.
  for (let before = ""; before !== toOutline(shown()); ) {
    before = toOutline(shown());
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
  await expect(toOutline(shown())).toMatchFileSnapshot(`./${name}.txt`);
}
