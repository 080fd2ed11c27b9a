import { createStore } from "./store.ts";

/** Where the page is: the parts of the address behind `#/`. */
export const route = createStore(read());

addEventListener("hashchange", () => route.set(read()));

function read(): string {
  return location.hash.replace(/^#\/?/, "");
}

export const go = (to: string) => {
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
