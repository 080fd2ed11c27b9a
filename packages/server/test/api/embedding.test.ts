import { expect, it } from "vitest";
import { createServer } from "../../src/server.ts";

it("answers whoever embeds it with the platform's own Response, bodies and all", async () => {
  await using server = await createServer({ storage: "memory:", smtp: false });
  const answer = await server.fetch(new Request("http://desk.test/svc-api/server/version"));
  expect(Object.getPrototypeOf(answer)).toBe(Response.prototype);
  expect([answer.status, answer.headers.get("content-type")]).toEqual([200, "application/json"]);
  expect(await answer.json()).toMatchObject({ success: true });
  const preflight = await server.fetch(new Request("http://desk.test/svc-api/account", { method: "OPTIONS" }));
  expect([preflight.status, preflight.body]).toEqual([204, null]);
});
