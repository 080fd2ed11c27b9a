import { createStore } from "../app/store.ts";

/** Id of the operation in the URL's path; "" for the overview. */
export const currentOperation = createStore(operationFromPath());

addEventListener("popstate", () => currentOperation.set(operationFromPath()));

/** Returns the id of the operation in the URL's path; "" on the overview. */
function operationFromPath(): string {
  return decodeURIComponent(location.pathname.replace(/^\/docs\/?/, ""));
}

export const operationPath = (operationId: string) => `/docs/${operationId}`;

/** Click handler of a link to an operation: navigates without reloading the page. Clicks that open a new tab keep their effect. */
export function navigateToOperation(event: MouseEvent & { currentTarget: HTMLAnchorElement }): void {
  const { metaKey, ctrlKey, shiftKey, altKey } = event;
  const hasModifier = [metaKey, ctrlKey, shiftKey, altKey].includes(true);
  const isPlainClick = event.button === 0 && !hasModifier;
  if (!isPlainClick) return;
  event.preventDefault();
  // A click on the current page adds no second entry to the history.
  if (event.currentTarget.pathname !== location.pathname) history.pushState(null, "", event.currentTarget.href);
  currentOperation.set(operationFromPath());
  scrollTo(0, 0);
}
