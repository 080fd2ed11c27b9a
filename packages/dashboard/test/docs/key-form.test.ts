import { h } from "preact";
import { beforeEach, expect, test } from "vitest";
import { session } from "../../src/app/session.ts";
import { KeyForm } from "../../src/docs/key-form.tsx";
import { account, type Server, startServer, version } from "../page.ts";
import { drawView } from "../view.ts";

let server: Server;
beforeEach(() => {
  server = startServer();
  server.respond("account", account());
  server.respond("server/version", version);
  session.set({ state: "signed-out", reason: null });
});

/** Enters a text and submits the form, as a browser does that finds nothing wrong. */
async function enter(text: string) {
  const view = drawView(h(KeyForm, { message: null }));
  view.type("input", text);
  await new Promise((resolve) => setTimeout(resolve));
  view.all("form")[0]?.dispatchEvent(new Event("submit", { bubbles: true, cancelable: true }));
}

test("a key is used without the spaces around it", async () => {
  await enter("  svcagt_abc \n");
  await expect.poll(() => session.get()).toMatchObject({ state: "signed-in", key: "svcagt_abc" });
  expect(server.requests.find(({ path }) => path === "account")?.key).toBe("svcagt_abc");
});

test.each(["svcm_abc", "svcagt_", "svcagt_a b"])("%j is no agent key, and is not sent", async (text) => {
  await enter(text);
  expect([server.requests, session.get().state]).toEqual([[], "signed-out"]);
});

test.each([
  [null, []],
  ["The key was revoked.", ["The key was revoked."]],
])("the error of the last attempt is shown: %s", (message, shown) => {
  const view = drawView(h(KeyForm, { message }));
  expect(view.all("[role=alert]").map(({ textContent }) => textContent)).toEqual(shown);
});
