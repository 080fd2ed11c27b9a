import { EventEmitter } from "node:events";
import type { Redis } from "ioredis";
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { createRedisBus } from "../../src/storage/redis/redis-bus.ts";

const channel = "frontdesk:bus";

/** A client of Redis that notes what it is told to do, and fails where it is told to. */
class FakeRedis extends EventEmitter {
  status = "ready";
  published: unknown[] = [];
  subscribed: string[] = [];
  pings = 0;
  disconnects: boolean[] = [];
  fails = false;
  #pass = async () => {
    if (this.fails) throw new Error("out of reach");
  };
  publish = async (to: string, text: string) => {
    await this.#pass();
    expect(to).toBe(channel);
    this.published.push(JSON.parse(text));
  };
  subscribe = async (to: string) => {
    await this.#pass();
    this.subscribed.push(to);
  };
  ping = async () => {
    this.pings++;
    await this.#pass();
  };
  disconnect = (reconnect: boolean) => void this.disconnects.push(reconnect);
}

async function open() {
  const [client, subscriber] = [new FakeRedis(), new FakeRedis()];
  const bus = await createRedisBus(client as unknown as Redis, subscriber as unknown as Redis);
  const heard: string[] = [];
  let gaps = 0;
  const leave = bus.subscribe("topic", (message) => heard.push(message));
  const leaveGaps = bus.onReconnect(() => gaps++);
  const receive = (wire: unknown) =>
    subscriber.emit("message", channel, typeof wire === "string" ? wire : JSON.stringify(wire));
  return { client, subscriber, bus, heard, gaps: () => gaps, leave, leaveGaps, receive };
}

/** Lets promises that are settled go on. */
const settle = () => vi.advanceTimersByTimeAsync(0);

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

test("a published event is delivered here at once, sent once, and not delivered again when it returns", async () => {
  const { bus, client, heard, receive } = await open();
  const published = bus.publish("topic", "here");
  expect(heard).toEqual(["here"]);
  await published;
  await bus.publish("topic");
  expect(client.published).toMatchObject([
    { topic: "topic", message: "here" },
    { topic: "topic", message: "" },
  ]);
  for (const wire of client.published) receive(wire);
  expect(heard).toEqual(["here", ""]);
});

test("a bus that cannot subscribe to the events of other servers does not open", async () => {
  const subscriber = Object.assign(new FakeRedis(), { fails: true });
  const opening = createRedisBus(new FakeRedis() as unknown as Redis, subscriber as unknown as Redis);
  await expect(opening).rejects.toThrow("out of reach");
  expect(vi.getTimerCount()).toBe(0);
});

test("the pings of a bus that nobody closes do not keep the process alive", async () => {
  const setInterval = vi.spyOn(globalThis, "setInterval");
  await open();
  expect(setInterval.mock.results.map(({ value }) => value.hasRef())).toEqual([false]);
  setInterval.mockRestore();
});

test("publishing resolves once Redis has the event", async () => {
  const { bus, client } = await open();
  let answer = () => {};
  client.publish = () => new Promise<void>((resolve) => (answer = resolve));
  let isPublished = false;
  void bus.publish("topic").then(() => (isPublished = true));
  await settle();
  expect(isPublished).toBe(false);
  answer();
  await settle();
  expect(isPublished).toBe(true);
});

test("events of other servers are delivered, and invalid ones are not", async () => {
  const { heard, gaps, receive } = await open();
  receive({ from: "other", topic: "topic", message: "there" });
  receive({ from: "other", topic: "another", message: "elsewhere" });
  for (const garbage of ["{", "null", "", "5", '"text"', "[]", "{}", '{"from":"other","topic":7}']) receive(garbage);
  expect([heard, gaps()]).toEqual([["there"], 0]);
  receive({ from: "other", gap: true });
  expect([heard, gaps()]).toEqual([["there"], 1]);
});

describe("a gap", () => {
  test("is reported after each new connection of the subscriber, once it listens again", async () => {
    const { subscriber, gaps } = await open();
    expect([subscriber.subscribed, gaps()]).toEqual([[channel], 0]);
    for (const times of [1, 2]) {
      subscriber.emit("ready");
      await settle();
      expect([subscriber.subscribed.length, gaps()]).toEqual([1 + times, times]);
    }
    subscriber.fails = true;
    subscriber.emit("ready");
    await settle();
    expect(gaps()).toBe(2);
  });

  test("of events that could not be sent is reported to the others once, as soon as one can be sent", async () => {
    const { bus, client, heard, gaps } = await open();
    client.fails = true;
    await bus.publish("topic", "lost");
    expect(heard).toEqual(["lost"]);
    client.fails = false;
    client.emit("ready");
    await settle();
    client.emit("ready");
    await settle();
    expect(client.published).toMatchObject([{ gap: true }]);
    expect(gaps()).toBe(0);
    client.fails = true;
    await bus.publish("topic", "lost");
    client.emit("ready");
    await settle();
    client.fails = false;
    await vi.advanceTimersByTimeAsync(10_000);
    expect(client.published).toHaveLength(2);
  });

  test("is reported to nobody who has unsubscribed, and to the others although one of them throws", async () => {
    const { bus, gaps, leaveGaps, receive } = await open();
    const warn = vi.spyOn(process, "emitWarning").mockImplementation(() => {});
    bus.onReconnect(() => {
      throw new Error("a listener failed");
    });
    let others = 0;
    const leaveOthers = bus.onReconnect(() => others++);
    receive({ from: "other", gap: true });
    leaveGaps();
    leaveGaps();
    receive({ from: "other", gap: true });
    leaveOthers();
    receive({ from: "other", gap: true });
    expect([gaps(), others, warn.mock.calls.length]).toEqual([1, 2, 3]);
    warn.mockRestore();
  });
});

test("both connections are pinged every ten seconds, and a dead one is replaced", async () => {
  const { client, subscriber } = await open();
  await vi.advanceTimersByTimeAsync(9_999);
  expect([client.pings, subscriber.pings]).toEqual([0, 0]);
  await vi.advanceTimersByTimeAsync(1);
  expect([client.pings, subscriber.pings]).toEqual([1, 1]);
  expect([client.disconnects, subscriber.disconnects]).toEqual([[], []]);
  subscriber.fails = true;
  await vi.advanceTimersByTimeAsync(10_000);
  expect([client.disconnects, subscriber.disconnects]).toEqual([[], [true]]);
  // One that connects already needs no push.
  subscriber.status = "reconnecting";
  await vi.advanceTimersByTimeAsync(10_000);
  expect(subscriber.disconnects).toEqual([true]);
});

test("a closed bus sends and receives nothing, and leaves no timer and no listener on the client", async () => {
  const { bus, client, subscriber, heard, gaps, receive } = await open();
  client.fails = true;
  await bus.publish("topic", "lost");
  client.fails = false;
  await bus.close();
  await bus.close();
  expect([vi.getTimerCount(), client.listenerCount("ready")]).toEqual([0, 0]);
  await bus.publish("topic", "late");
  receive({ from: "other", topic: "topic", message: "there" });
  receive({ from: "other", gap: true });
  subscriber.emit("ready");
  await settle();
  expect([heard, gaps(), client.published]).toEqual([["lost"], 0, []]);
});

test("a connection that fails while the bus closes is not replaced", async () => {
  const { bus, client, subscriber } = await open();
  client.fails = true;
  subscriber.fails = true;
  vi.advanceTimersByTime(10_000);
  expect([client.pings, subscriber.pings]).toEqual([1, 1]);
  await bus.close();
  await settle();
  expect([...client.disconnects, ...subscriber.disconnects]).toEqual([]);
});
