import { beforeEach, expect, onTestFinished, test, vi } from "vitest";
import { account, held, problem, type Server, startServer, version } from "./page.ts";

let server: Server;
let root: HTMLElement;
beforeEach(() => {
  vi.resetModules();
  sessionStorage.clear();
  location.hash = "";
  document.body.innerHTML = '<div id="app"><p>Loading</p></div>';
  root = document.getElementById("app")!;
  server = startServer();
  listenForThisTest();
  server.respond("server/version", version);
  server.respond("account", account("acme", "webhook:read"));
  server.respond("sign-in", { agent_token: { token: "svcagt_linked" } });
  return async () => {
    const { render } = await import("preact");
    render(null, root);
  };
});

/** Removes what the page listens for after the test, or it would take the sign-in links of the next one. */
function listenForThisTest(): void {
  const add = globalThis.addEventListener;
  vi.stubGlobal("addEventListener", (type: string, listener: () => void) => {
    add(type, listener);
    onTestFinished(() => removeEventListener(type, listener));
  });
}

const isDrawnOnce = () => root.querySelectorAll(".shell, .welcome").length === 1;

test("the page is drawn in place of its placeholder once the server has said whose key the tab keeps", async () => {
  sessionStorage.setItem("frontdesk.key", "svcagt_own");
  const late = held<object>();
  server.respond("account", late.promise);
  await import("../src/main.tsx");
  await expect.poll(() => server.requests.length).toBe(2);
  expect(root.textContent).toBe("Loading");
  late.release(account("acme", "webhook:read"));
  await expect.poll(() => root.textContent).toContain("This key may not see mailboxes");
  expect([root.textContent?.includes("Loading"), isDrawnOnce()]).toEqual([false, true]);
});

test("a sign-in link that opens the page signs in, and its code leaves the URL", async () => {
  // Not `location.hash`, which would cause an event after the page has begun to listen.
  history.replaceState(null, "", "/#sign-in=a-code");
  await import("../src/main.tsx");
  expect(location.hash).toBe("");
  await expect.poll(() => root.textContent).toContain("This key may not see mailboxes");
  expect(server.requests.map(({ path, key }) => [path, key])).toContainEqual(["account", "svcagt_linked"]);
});

test("a sign-in link that is opened while the page shows a session asks first", async () => {
  sessionStorage.setItem("frontdesk.key", "svcagt_own");
  await import("../src/main.tsx");
  await expect.poll(() => root.textContent).toContain("This key may not see mailboxes");
  location.hash = "#/keys";
  await expect.poll(() => root.textContent).toContain("This key may not see agent keys");
  expect(root.querySelector("dialog")).toBeNull();
  location.hash = "#sign-in=a-code";
  await expect.poll(() => root.querySelector("dialog h2")?.textContent).toBe("Sign in with this link?");
  expect([location.hash, server.requests.some(({ path }) => path === "sign-in")]).toEqual(["", false]);
});

test("a server that is away when the page opens takes the placeholder's place, and a later key draws no second page", async () => {
  sessionStorage.setItem("frontdesk.key", "svcagt_own");
  const late = held<object>();
  server.respond("account", late.promise);
  server.respond("server/version", problem(502, "gone"));
  await import("../src/main.tsx");
  await expect.poll(() => root.textContent).toContain("The server does not answer. Trying again…");
  server.respond("server/version", version);
  late.release(account("acme", "webhook:read"));
  await expect.poll(() => root.textContent).toContain("This key may not see mailboxes");
  expect(isDrawnOnce()).toBe(true);
});
