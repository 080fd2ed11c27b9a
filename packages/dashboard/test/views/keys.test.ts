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
