import { expect, test, vi } from "vitest";
import { createLocalBus, createTopics } from "../../src/storage/local-bus.ts";
import { createLocalLocks } from "../../src/storage/local-locks.ts";
import { createMemoryKv } from "../../src/storage/memory-kv.ts";

/** Work that ends when it is told to, and tells when it began. */
function openWork(begun: string[], name: string) {
  let end = () => {};
  let fail = (_error: Error) => {};
  const work = () => {
    begun.push(name);
    return new Promise<void>((resolve, reject) => {
      end = resolve;
      fail = reject;
    });
  };
  return { work, end: () => end(), fail: (error: Error) => fail(error) };
}

const settle = () => new Promise(setImmediate);

test("work on one key runs in order, each after the end of the one before", async () => {
  const locks = createLocalLocks();
  const begun: string[] = [];
  const works = ["one", "two", "three"].map((name) => openWork(begun, name));
  const runs = works.map(({ work }) => locks.with(["key"], work).catch(() => {}));
  for (const [at, { end, fail }] of works.entries()) {
    await settle();
    expect(begun).toEqual(["one", "two", "three"].slice(0, at + 1));
    // A failure gives the lock back as well.
    if (at === 1) fail(new Error("no"));
    else end();
  }
  await Promise.all(runs);
});

test("a later caller waits for the current holder, also after others have finished", async () => {
  const locks = createLocalLocks();
  const begun: string[] = [];
  const [first, second, third] = ["first", "second", "third"].map((name) => openWork(begun, name)) as [
    ReturnType<typeof openWork>,
    ReturnType<typeof openWork>,
    ReturnType<typeof openWork>,
  ];
  const runs = [locks.with(["key"], first.work), locks.with(["key"], second.work)];
  await settle();
  first.end();
  await settle();
  runs.push(locks.with(["key"], third.work));
  await settle();
  expect(begun).toEqual(["first", "second"]);
  second.end();
  await settle();
  expect(begun).toEqual(["first", "second", "third"]);
  third.end();
  await Promise.all(runs);
});

test("work on several keys waits for each of them, and excludes others from all of them", async () => {
  const locks = createLocalLocks();
  const begun: string[] = [];
  const [a, b, both, after] = ["a", "b", "both", "after"].map((name) => openWork(begun, name)) as [
    ReturnType<typeof openWork>,
    ReturnType<typeof openWork>,
    ReturnType<typeof openWork>,
    ReturnType<typeof openWork>,
  ];
  const runs = [
    locks.with(["a"], a.work),
    locks.with(["b"], b.work),
    locks.with(["a", "b", "a"], both.work),
    locks.with(["b"], after.work),
  ];
  for (const [end, expected] of [
    [a.end, ["a", "b"]],
    [b.end, ["a", "b"]],
    [both.end, ["a", "b", "both"]],
    [after.end, ["a", "b", "both", "after"]],
  ] as const) {
    await settle();
    expect(begun).toEqual(expected);
    end();
  }
  await Promise.all(runs);
});

test("locks close once all work has ended, also failed work, and accept no more", async () => {
  const locks = createLocalLocks();
  const begun: string[] = [];
  const [first, second] = [openWork(begun, "first"), openWork(begun, "second")];
  const runs = [locks.with(["key"], first.work), locks.with(["key"], second.work).catch(() => {})];
  let isClosed = false;
  const closed = locks.close().then(() => {
    isClosed = true;
  });
  await expect(locks.with(["other"], async () => {})).rejects.toThrow("closed");
  first.end();
  await settle();
  expect([isClosed, begun]).toEqual([false, ["first", "second"]]);
  second.fail(new Error("no"));
  await Promise.all([...runs, closed]);
  await locks.close();
});

test("an event reaches all other listeners if one throws, which is logged as a warning", async () => {
  const warn = vi.spyOn(process, "emitWarning").mockImplementation(() => {});
  const bus = createLocalBus();
  const heard: string[] = [];
  bus.subscribe("topic", () => {
    throw new Error("a listener failed");
  });
  bus.subscribe("topic", () => {
    throw "no error at all";
  });
  bus.subscribe("topic", (message) => heard.push(message));
  await bus.publish("topic", "word");
  await bus.publish("topic");
  expect(heard).toEqual(["word", ""]);
  expect(warn.mock.calls.map(([warning]) => String(warning)).slice(0, 2)).toEqual([
    "Error: a listener failed",
    "no error at all",
  ]);
  warn.mockRestore();
});

test("a listener that unsubscribes during an event is not called, and a new one not yet", () => {
  const topics = createTopics();
  const heard: string[] = [];
  topics.subscribe("topic", () => {
    leave();
    topics.subscribe("topic", () => heard.push("new"));
  });
  const leave = topics.subscribe("topic", () => heard.push("left"));
  topics.emit("topic", "");
  expect(heard).toEqual([]);
});

test("unsubscribing late removes no other listener of the topic", () => {
  const topics = createTopics();
  const heard: string[] = [];
  const leave = topics.subscribe("topic", () => heard.push("first"));
  leave();
  topics.subscribe("topic", () => heard.push("second"));
  leave();
  topics.emit("topic", "");
  expect(heard).toEqual(["second"]);
  topics.clear();
  topics.emit("topic", "");
  expect(heard).toEqual(["second"]);
});

test("the bus of a single server has no gaps and calls nobody once it is closed", async () => {
  const bus = createLocalBus();
  let told = 0;
  bus.subscribe("topic", () => told++);
  bus.onReconnect(() => told++)();
  expect(bus.isShared).toBe(false);
  await bus.close();
  await bus.publish("topic");
  expect(told).toBe(0);
});

test("a closed in-memory store rejects reads, writes and probes", async () => {
  const kv = createMemoryKv();
  await kv.commit([["a", {}]]);
  await kv.close();
  for (const call of [() => kv.get("a"), () => kv.commit([["a", {}]]), () => kv.probe()])
    await expect(call()).rejects.toThrow("The storage is closed");
});
