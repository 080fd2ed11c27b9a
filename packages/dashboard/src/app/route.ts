import { createStore } from "./store.ts";

/** Current view: the part of the URL after `#/`. */
export const route = createStore(routeFromHash());

addEventListener("hashchange", () => route.set(routeFromHash()));

/** Returns the view that the URL names, and what is selected in it: `mailboxes/a1b2` for `#/mailboxes/a1b2`. */
function routeFromHash(): string {
  return location.hash.replace(/^#\/?/, "");
}

/** Opens a view, such as `mailboxes/a1b2`. The change of the URL updates `route`. */
export const navigate = (to: string) => {
  location.hash = `#/${to}`;
};

/**
 * Returns the code of a sign-in link, or `null`. Removes it from the URL, so that no history, bookmark or screenshot keeps it.
 */
export function takeSignInCode(): string | null {
  const code = /^#sign-in=([\w-]+)$/.exec(location.hash)?.[1] ?? null;
  if (code !== null) {
    history.replaceState(null, "", location.pathname);
    // `replaceState` causes no event that would update `route`.
    route.set("");
  }
  return code;
}
