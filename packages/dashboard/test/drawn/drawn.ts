import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
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

/**
 * Waits until a page with this text, or the dialog on it, is drawn as in the file of this name. Writes the file if it is missing, except
 * in CI. Waits for less than other tests, because a change of what many pages have in common fails all of them.
 */
export async function expectDrawn(view: ReturnType<typeof drawView>, name: string, text: string): Promise<void> {
  await expect.poll(() => [view.text().includes(text), view.all(".skeleton").length], soon).toEqual([true, 0]);
  const draw = () => {
    if (view.all<HTMLDetailsElement>("details").some(({ open }) => !open)) view.unfold();
    return toOutline(view.all("dialog")[0] ?? view.root);
  };
  const file = join(import.meta.dirname, `${name}.txt`);
  const message = `the page as in ${file}; if it has changed on purpose, delete the file and run this test again`;
  if (existsSync(file))
    return expect.poll(draw, { ...soon, timeout: 10_000, message }).toBe(readFileSync(file, "utf8"));
  // Time for what is drawn after the next paint, and for the requests of what is unfolded.
  for (let turn = 0; turn < 40; turn++) {
    draw();
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
  await expect(draw()).toMatchFileSnapshot(file);
}
