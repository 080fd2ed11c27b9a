import { expect, test, vi } from "vitest";
import { createLocalBus, createTopics } from "../../src/storage/local-bus.ts";

test("a listener that another one unsubscribes is not called any more", () => {
  const { subscribe, emit } = createTopics();
  const second = vi.fn();
  let leave = () => {};
  subscribe("topic", () => leave());
  leave = subscribe("topic", second);
  emit("topic", "1");
  expect(second).not.toHaveBeenCalled();
});

test("a listener that is subscribed while a message is delivered hears only of the next", () => {
  const { subscribe, emit } = createTopics();
  const heard: string[] = [];
  let isFirst = true;
  subscribe("topic", () => {
    if (isFirst) subscribe("topic", (message) => heard.push(message));
    isFirst = false;
  });
  emit("topic", "1");
  emit("topic", "2");
  expect(heard).toEqual(["2"]);
});

test("one that leaves after all were cleared takes no new listener of the topic with it", () => {
  const { subscribe, emit, clear } = createTopics();
  const leave = subscribe("topic", () => {});
  clear();
  const heard = vi.fn();
  subscribe("topic", heard);
  leave();
  emit("topic", "1");
  expect(heard).toHaveBeenCalledWith("1");
});

test("a listener that throws is a warning, and the others are called", async () => {
  const warn = vi.spyOn(process, "emitWarning").mockImplementation(() => {});
  const bus = createLocalBus();
  const heard = vi.fn();
  const failure = new Error("a listener failed");
  bus.subscribe("topic", () => {
    throw failure;
  });
  bus.subscribe("topic", heard);
  await bus.publish("topic");
  expect([heard.mock.calls, warn.mock.calls]).toEqual([[[""]], [[failure]]]);
  warn.mockRestore();
  await bus.close();
  await bus.publish("topic");
  expect(heard).toHaveBeenCalledOnce();
});
