import { createStore } from "./store.ts";

/** Where the page is: the parts of the address behind `#/`. */
export const route = createStore(routeFromHash());

addEventListener("hashchange", () => route.set(routeFromHash()));

function routeFromHash(): string {
  return location.hash.replace(/^#\/?/, "");
}

export const navigate = (to: string) => {
  location.hash = `#/${to}`;
};

/**
 * The code of a sign-in link, taken out of the address at once, so that no history, bookmark or screenshot keeps it;
 * `null` where the address holds none.
 */
export function takeSignInCode(): string | null {
  const code = /^#sign-in=([\w-]+)$/.exec(location.hash)?.[1] ?? null;
  if (code !== null) {
    history.replaceState(null, "", location.pathname);
    route.set("");
  }
  return code;
}
