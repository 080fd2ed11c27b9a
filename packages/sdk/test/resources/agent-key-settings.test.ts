import { expect, test } from "vitest";
import { openAccount, response } from "./account.ts";

/** Returns the body that an update with these settings sends. */
async function sentBy(settings: object): Promise<unknown> {
  let body: unknown;
  const { agentKeys } = await openAccount(async (request) => {
    body = await request.clone().json();
    return Response.json(response);
  });
  await agentKeys.update("k1", settings);
  return body;
}

test.each<[string, object, object]>([
  ["nothing that is not given", {}, {}],
  ["nothing that is undefined", { name: undefined, scopes: undefined, expiry: undefined }, {}],
  ["full access as null", { scopes: null }, { scopes: null }],
  ["no scopes as an empty text", { scopes: [] }, { scopes: "" }],
  ["no expiry as null", { expiry: null }, { expiry: null }],
  ["an empty name, which the server rejects", { name: "" }, { name: "" }],
  ["a time as its text", { expiry: new Date(0) }, { expiry: "1970-01-01T00:00:00.000Z" }],
])("the change of a key sends %s", async (_what, settings, body) => {
  expect(await sentBy(settings)).toEqual(body);
});
