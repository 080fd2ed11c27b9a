import { duplexPair } from "node:stream";
import { collectGarbage } from "@frontdesk/test-kit";
import { expect, test } from "vitest";
import { createDataConnection, type DataConnection } from "../../src/wire/index.ts";
import { frame, now, turn } from "./ends.ts";

/** An answer that moves to a connection of its own, which ends with it; what is left may be collected. */
async function moveOne(carrier: DataConnection, id: number, agent: NodeJS.WritableStream): Promise<WeakRef<object>> {
  const [kept, keptAgent] = duplexPair();
  keptAgent.resume();
  const spare = createDataConnection({ socket: kept, now, onSpareTaken: () => carrier });
  const channel = carrier.openStream();
  agent.write(frame(id, 8, 0));
  keptAgent.write(frame(id, 9, 1));
  await turn();
  expect(channel.isDedicated).toBe(true);
  channel.destroy();
  keptAgent.destroy();
  kept.destroy();
  await turn();
  return new WeakRef(spare);
}

test("a connection to which a response had moved is removed with the response", async () => {
  const [near, agent] = duplexPair();
  agent.resume();
  const carrier = createDataConnection({ socket: near, now });
  const gone: WeakRef<object>[] = [];
  for (let id = 1; id <= 20; id++) gone.push(await moveOne(carrier, id, agent));
  await collectGarbage();
  // The last one may still stand in a register of the code that ran.
  expect(gone.slice(0, -1).filter((one) => one.deref() !== undefined)).toEqual([]);
  expect(carrier.closed).toBe(false);
});

test("a channel that is destroyed while its connection is full is removed before that is read", async () => {
  const [near] = duplexPair();
  const carrier = createDataConnection({ socket: near, now });
  const cut = async () => {
    const channel = carrier.openStream();
    channel.write(Buffer.alloc(20_000));
    await turn();
    channel.destroy();
    return new WeakRef(channel);
  };
  const gone: WeakRef<object>[] = [];
  for (let count = 0; count < 5; count++) gone.push(await cut());
  expect(near.writableNeedDrain).toBe(true);
  await collectGarbage();
  expect(gone.slice(0, -1).filter((one) => one.deref() !== undefined)).toEqual([]);
  expect(carrier.closed).toBe(false);
});
