import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { type Desk, openDesk } from "./harness.ts";

let desk: Desk;
let keyId: string;
let steps: string[] = [];

beforeAll(async () => {
  desk = await openDesk();
  const { agent_token } = (await desk.call("POST", "agent-tokens/create", { body: { name: "k" } })).body;
  keyId = agent_token.id;
  const { agentKeys, revokedWebhooks, webhooks } = desk.server.services;
  /** Notes when a method of a store begins, and when it has ended, some turns of the event loop later. */
  function watch<Name extends string>(store: Record<Name, (...parameters: never[]) => Promise<unknown>>, name: Name) {
    const method = store[name];
    vi.spyOn(store, name as never).mockImplementation((async (...parameters: never[]) => {
      steps.push(`${name} begins`);
      for (let turn = 0; turn < 20; turn++) await new Promise(setImmediate);
      const result = await method.apply(store, parameters);
      steps.push(`${name} ends`);
      return result;
    }) as never);
  }
  watch(revokedWebhooks, "removeRevokedOfAccount");
  watch(agentKeys, "update");
  watch(agentKeys, "remove");
  watch(webhooks, "register");
  watch(webhooks, "count");
});
afterAll(() => desk.server.close());

const removal = ["removeRevokedOfAccount begins", "removeRevokedOfAccount ends"];
const around = (name: string) => [`${name} begins`, `${name} ends`];

test.each<[what: string, request: string, body: object | undefined, order: string[]]>([
  ["a key is changed", "PUT agent-tokens/:id", { name: "x" }, [...removal, ...around("update"), ...removal]],
  ["a webhook is registered", "POST webhooks/register", { url: "https://a.test" }, [...removal, ...around("register")]],
  ["webhooks are counted", "GET account", undefined, [...removal, ...around("count")]],
  ["the answer, once a key is revoked", "DELETE agent-tokens/:id", undefined, [...around("remove"), ...removal]],
])("webhooks that are no longer allowed are deleted before %s", async (_what, request, body, order) => {
  const [method = "", path = ""] = request.split(" ");
  steps = [];
  expect((await desk.call(method, path.replace(":id", keyId), { body })).status).toBe(200);
  expect(steps).toEqual(order);
});
