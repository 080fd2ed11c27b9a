import { once } from "node:events";
import { expect, test } from "vitest";
import type { BufferOwner } from "../../../src/edge/connections/send-buffers.ts";
import { turn } from "../../wire/ends.ts";
import { createPoolBed, nobody } from "./connection-pool-setup.ts";

const pong = Buffer.from([0, 0, 0, 0, 6, 0, 0, 0]);

/** A pool with a connection whose agent speaks and reads nothing, and a request that it has begun to send there. */
function setUp(needsDedicated: boolean) {
  const noted = new Set<BufferOwner>();
  const set = createPoolBed({
    sharedConnections: needsDedicated ? 0 : 1,
    sendBuffers: { track: (peer) => void noted.add(peer), untrack: (peer) => void noted.delete(peer) },
  });
  set.arrive(1);
  const [socket, agent] = [set.sockets[0]!, set.agents[0]!];
  const link = set.take({ needsDedicated: needsDedicated }).link!;
  link.sendRequest(nobody, "POST", "POST / HTTP/1.1\r\n\r\n");
  return {
    ...set,
    noted,
    socket,
    agent,
    /** Sends more than the connection takes at once. */
    async send(): Promise<void> {
      link.write(Buffer.alloc(40_000));
      await turn();
    },
    /** Looks after the connections every second until this time. */
    async until(time: number): Promise<void> {
      while (set.bed.time < time) {
        set.bed.time += 1_000;
        agent.write(pong);
        await turn();
        set.pool.checkTimeouts();
      }
    },
  };
}

test("a shared connection of which nothing is read for 15 s is closed, however much is sent meanwhile", async () => {
  const { bed, socket, send, until } = setUp(false);
  await send();
  bed.time = 1_000;
  await send();
  await until(15_000);
  expect(socket.destroyed).toBe(false);
  await until(16_000);
  expect(socket.destroyed).toBe(true);
});

test("the 15 s start again when something is read", async () => {
  const { socket, agent, send, until } = setUp(false);
  await send();
  await until(10_000);
  const drained = once(socket, "drain");
  agent.resume();
  await drained;
  agent.pause();
  for (let sent = 0; !socket.writableNeedDrain && sent < 20; sent++) await send();
  expect(socket.writableNeedDrain).toBe(true);
  await until(25_000);
  expect(socket.destroyed).toBe(false);
  await until(26_000);
  expect(socket.destroyed).toBe(true);
});

test("a connection with a single request may be read as slowly as its app likes", async () => {
  const { socket, send, until } = setUp(true);
  await send();
  await until(60_000);
  expect(socket.destroyed).toBe(false);
});

test.each(["is read", "is closed"])("bytes that wait for a client are counted until the connection %s", async (how) => {
  const { noted, socket, agent, send } = setUp(true);
  await send();
  const [peer] = noted;
  expect(peer!.bufferedBytes()).toBeGreaterThanOrEqual(40_000);
  if (how === "is read") {
    const drained = once(socket, "drain");
    agent.resume();
    await drained;
  } else peer!.close();
  expect([noted.size, socket.destroyed]).toEqual([0, how === "is closed"]);
});
