import { leavesNothing } from "@frontdesk/test-kit";
import { expect, test } from "vitest";
import { createLocalBus } from "../../src/storage/local-bus.ts";

test("a topic without listeners takes no memory", async () => {
  const bus = createLocalBus();
  let topics = 0;
  const useTopic = async () => {
    const topic = `${topics++}${"t".repeat(40_000)}`;
    const leave = [bus.subscribe(topic, () => {}), bus.subscribe(topic, () => {})];
    await bus.publish(topic);
    for (const one of leave) one();
  };
  await leavesNothing(useTopic, { calls: 50 });
});

test("a function that listens twice is called twice, and once after it has unsubscribed once", async () => {
  const bus = createLocalBus();
  let told = 0;
  const listener = () => void told++;
  const leave = bus.subscribe("topic", listener);
  bus.subscribe("topic", listener);
  await bus.publish("topic");
  leave();
  leave();
  await bus.publish("topic");
  expect(told).toBe(3);
});
