import { h } from "preact";
import { expect, test } from "vitest";
import { KeysView } from "../../src/views/keys.tsx";
import { startServer } from "../page.ts";
import { agentKey, drawView, signedInWith } from "../view.ts";

test("a connected app is a row that names its host, and says so if it was ended", async () => {
  const server = startServer();
  const connection = { client: "Nice app", host: "app.example" };
  server.respond("agent-tokens/list", {
    agent_tokens: [
      agentKey(),
      { ...agentKey(), id: "k3", name: "Nice app", connection },
      { ...agentKey(), id: "k4", name: "Old app", connection: { ...connection, ended: "token_reused" } },
    ],
  });
  const view = drawView(h(KeysView, { signedIn: signedInWith(null) }));
  await expect.poll(() => view.all("li").length).toBe(3);
  const [key, app, ended] = view.all("li").map(({ textContent }) => textContent);
  expect(key).not.toContain("connected app");
  expect(app).toContain("connected app, app.example");
  expect(app).not.toContain("stolen");
  expect(ended).toContain("it may have been stolen");
});

test.each([
  [undefined, "The server rejects the next request of every program that uses it."],
  [{ host: "app.example" }, "The app loses access at once"],
])("before the key of the connection %j is revoked, the consequence is said", async (connection, consequence) => {
  startServer().respond("agent-tokens/list", { agent_tokens: [{ ...agentKey(), connection }] });
  const view = drawView(h(KeysView, { signedIn: signedInWith(null) }));
  await expect.poll(() => view.button("Revoke")).toBeDefined();
  view.click("Revoke");
  await expect.poll(() => view.all("dialog p")[0]?.textContent).toContain(consequence);
  expect(view.all(".badge.warn")).toEqual([]);
});

test("a key that the server has withdrawn is marked", async () => {
  const connection = { host: "app.example", ended: "token_reused" };
  startServer().respond("agent-tokens/list", { agent_tokens: [{ ...agentKey(), connection }] });
  const view = drawView(h(KeysView, { signedIn: signedInWith(null) }));
  await expect.poll(() => view.all(".badge.warn").map(({ textContent }) => textContent)).toEqual(["ended"]);
});
