import { expect, test } from "vitest";
import { openFullStorage } from "../storage/full-storage.ts";
import { openBed, type ProviderName, recipients } from "./bed.ts";
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
