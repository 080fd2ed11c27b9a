import { expect, test } from "vitest";
import { openFullStorage } from "../storage/full-storage.ts";
import { openBed, type ProviderName, recipients, strangers } from "./bed.ts";
import { cases } from "./cases.ts";

const names = Object.keys(cases) as ProviderName[];

test.each(names)("%s does not accept a message whose commit fails, and does when it is sent again", async (name) => {
  const { storage, state } = openFullStorage();
  const { send, received } = await openBed(name, { storage });
  const to = recipients[cases[name].channel];
  state.isFull = true;
  expect((await send(to)).status).toBeGreaterThanOrEqual(500);
  state.isFull = false;
  expect((await send(to)).status).toBeLessThan(300);
  expect(await received()).toHaveLength(1);
});

test("a number whose SMS inbox cannot be registered gets one with the next SMS", async () => {
  const { storage, state } = openFullStorage();
  const { desk, send } = await openBed("twilio", { storage });
  const body = { name: "registrar", scopes: "sms:push,sms:create" };
  const { token: key } = (await desk.call("POST", "agent-tokens/create", { body })).body.agent_token;
  const sendToNew = async () => (await send(strangers.sms, undefined, { key })).status;
  state.isFull = true;
  expect(await sendToNew()).toBeGreaterThanOrEqual(500);
  state.isFull = false;
  expect(await sendToNew()).toBeLessThan(300);
  expect((await desk.call("GET", "sms/list")).body.sms_tokens).toHaveLength(2);
});
