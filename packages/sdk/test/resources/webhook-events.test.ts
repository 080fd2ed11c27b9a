import { expect, test } from "vitest";
import { openAccount, response } from "./account.ts";

test.each<[string, object, object]>([
  ["none, for those that the key may read", {}, {}],
  ["those that are given", { events: ["mail", "sms"] }, { events: ["mail", "sms"] }],
  ["an empty list, which the server rejects", { events: [] }, { events: [] }],
])("the registration of a webhook sends events: %s", async (_what, settings, sent) => {
  let body: unknown;
  const { webhooks } = await openAccount(async (request) => {
    body = await request.clone().json();
    return Response.json(response);
  });
  await webhooks.register("https://hook.test/", settings);
  expect(body).toEqual({ url: "https://hook.test/", ...sent });
});
