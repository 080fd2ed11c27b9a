import { once } from "node:events";
import { connect as connectSocket } from "node:net";
import { expect, onTestFinished, test, vi } from "vitest";
import { ImmediateGreetingServer } from "../../src/smtp/immediate-greeting-server.ts";
import { connectSmtp, startMail } from "./smtp-client.ts";
import { startSmtp } from "./start-smtp.ts";

/** Timers of so many milliseconds that run now. Created by whatever the test does from here on. */
function watchTimers(milliseconds: number) {
  const made: NodeJS.Timeout[] = [];
  const ended = new Set<unknown>();
  const [set, clear] = [globalThis.setTimeout, globalThis.clearTimeout];
  const sets = vi.spyOn(globalThis, "setTimeout").mockImplementation(((act: () => void, time: number, ...rest: []) => {
    const timer = set(act, time, ...rest);
    if (time === milliseconds) made.push(timer);
    return timer;
  }) as typeof setTimeout);
  const clears = vi.spyOn(globalThis, "clearTimeout").mockImplementation((timer) => {
    ended.add(timer);
    clear(timer);
  });
  onTestFinished(() => {
    sets.mockRestore();
    clears.mockRestore();
    for (const timer of made) clear(timer);
  });
  return { made: () => made.length, running: () => made.filter((timer) => !ended.has(timer)).length };
}

test("a mail that was stored leaves no timer, and neither does one whose sender disconnects in the middle", async () => {
  const timers = watchTimers(123_456);
  await using smtp = await startSmtp({ dataTimeoutMs: 123_456 });
  const client = await startMail(smtp.port, ["ann@mail.test"]);
  await client.say("DATA\r\n");
  expect(timers.running()).toBe(1);
  expect(await client.say("Subject: Hi\r\n\r\nHi\r\n.\r\n")).toMatch(/^250 /);
  expect([timers.made(), timers.running()]).toEqual([1, 0]);
  await client.say("MAIL FROM:<a@client.test>\r\n");
  await client.say("RCPT TO:<ann@mail.test>\r\n");
  await client.say("DATA\r\n");
  await client.write("Subject: broken off\r\n");
  client.close();
  await expect.poll(timers.running).toBe(0);
  expect(timers.made()).toBe(2);
});

test("a rejected client leaves no timer after it disconnects", async () => {
  const timers = watchTimers(1_000);
  await using smtp = await startSmtp({ senderLimits: { maxConnections: 1 } });
  const first = await connectSmtp(smtp.port);
  onTestFinished(() => first.close());
  await first.reply();
  const second = await connectSmtp(smtp.port);
  expect(await second.reply()).toMatch(/^421 /);
  second.close();
  await expect.poll(() => [timers.made() > 0, timers.running()]).toEqual([true, 0]);
});

test("a rejected client that does not close its side is disconnected after a second", async () => {
  const connect = vi.spyOn(ImmediateGreetingServer.prototype, "connect");
  const waits: (() => void)[] = [];
  const set = globalThis.setTimeout;
  const sets = vi.spyOn(globalThis, "setTimeout").mockImplementation(((act: () => void, time: number) => {
    if (time === 1_000) waits.push(act);
    return set(act, time);
  }) as typeof setTimeout);
  onTestFinished(() => {
    sets.mockRestore();
    connect.mockRestore();
  });
  await using smtp = await startSmtp({ senderLimits: { maxConnections: 1 } });
  const first = await connectSmtp(smtp.port);
  onTestFinished(() => first.close());
  await first.reply();
  const second = connectSocket({ port: smtp.port, host: "127.0.0.1", allowHalfOpen: true });
  onTestFinished(() => void second.destroy());
  expect(`${await once(second, "data")}`).toMatch(/^421 /);
  const rejected = connect.mock.calls.at(-1)?.[0];
  expect([waits.length > 0, rejected?.destroyed]).toEqual([true, false]);
  for (const end of waits) end();
  expect(rejected?.destroyed).toBe(true);
});
