import { createServer as createHttpServer, get } from "node:http";
import { leavesNothing } from "@frontdesk/test-kit";
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { systemClock } from "../src/clock.ts";
import { readBody } from "../src/http/body.ts";
import { listenOn, watchForDrain } from "../src/http/listener.ts";
import { createRetention } from "../src/inbox/retention.ts";
import { createSubscriptions } from "../src/inbox/subscriptions.ts";
import { createServer } from "../src/index.ts";
import { createHealth } from "../src/lifetime/health.ts";
import { createLocalBus } from "../src/storage/local-bus.ts";
import { createLocalLocks } from "../src/storage/local-locks.ts";
import { createMemoryKv } from "../src/storage/memory-kv.ts";
import { limitStorageCalls } from "../src/storage/storage-timeouts.ts";
import { enqueueWrites, webhookKey } from "../src/store/webhook-queue.ts";
import type { StoredWebhook, WebhookStore } from "../src/store/webhooks.ts";
import { createWebhookDispatcher } from "../src/webhooks/dispatcher.ts";
import { openDesk } from "./api/harness.ts";
import { connectSmtp, startMail } from "./smtp/smtp-client.ts";
import { startSmtp } from "./smtp/start-smtp.ts";

const log = { info() {}, warn() {}, error() {} };

/** Asks on a connection of its own, which is closed before this resolves. */
const ask = (url: string) =>
  new Promise<void>((resolve, reject) => {
    get(url, { agent: false }, (response) => response.resume().once("close", resolve)).on("error", reject);
  });

test("nothing remains of past connections, mails and readers", async () => {
  const desk = await openDesk({ port: 0, drain: 0 });
  const { url } = await desk.server.listen();
  await using smtp = await startSmtp();
  const bus = createLocalBus();
  let topics = 0;
  await leavesNothing(
    async () => {
      await ask(`${url}/healthz`);
      const client = await startMail(smtp.port, ["ann@mail.test"]);
      await client.say("DATA\r\n");
      await client.say("Subject: x\r\n\r\nx\r\n.\r\n");
      await client.say("MAIL FROM:<a@b.test>\r\n");
      await client.say("RCPT TO:<ann@mail.test>\r\n");
      await client.say("DATA\r\n");
      // One that breaks off.
      await client.write("Subject: y\r\n");
      client.close();
      smtp.delivered.length = 0;
      // Long enough that a topic which stays is seen.
      bus.subscribe(`${"long name ".repeat(4_000)}${topics++}`, () => {})();
    },
    { calls: 60 },
  );
  await desk.server.close();
});

/** Sockets go on by the event loop, whose timers are not faked. */
function onlyOwnTimers(): void {
  vi.useRealTimers();
  vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout", "setInterval", "clearInterval"] });
}

describe("no timer remains", () => {
  beforeEach(() => void vi.useFakeTimers());
  afterEach(() => void vi.useRealTimers());

  test("of a server that failed to start", async () => {
    const options = { storage: "memory:", requireDurable: true, log };
    await expect(createServer(options)).rejects.toThrow("memory: keeps nothing");
    expect(vi.getTimerCount()).toBe(0);
  });

  test("of a server that listened and was closed, nor a port", async () => {
    onlyOwnTimers();
    const server = await createServer({ storage: "memory:", port: 0, smtpPort: 0, adminPort: 0, log });
    const { url, admin, smtp } = await server.listen();
    await ask(`${url}/healthz`);
    await ask(`${admin}/metrics`);
    const smtpPort = Number(smtp?.split(":").at(-1));
    expect(vi.getTimerCount()).toBeGreaterThan(0);
    await server.close();
    expect(vi.getTimerCount()).toBe(0);
    for (const again of [() => ask(`${url}/`), () => ask(`${admin}/`), () => connectSmtp(smtpPort)])
      await expect(again()).rejects.toThrow("ECONNREFUSED");
  });

  test("of a listener that waited for its last request", async () => {
    onlyOwnTimers();
    const server = createHttpServer((_request, response) => response.end("here"));
    const drain = watchForDrain(server);
    const port = await listenOn(server, "127.0.0.1", 0);
    await ask(`http://127.0.0.1:${port}/`);
    await drain.close(600_000);
    expect(vi.getTimerCount()).toBe(0);
  });

  test("of a health check", async () => {
    expect(await createHealth(createMemoryKv()).check()).toBeNull();
    expect(vi.getTimerCount()).toBe(0);
  });

  test.each([
    ["that came whole", () => "{}", "{}"],
    ["that is too large", () => "a".repeat(1024 * 1024 + 1), "payload_too_large"],
    [
      "that broke off",
      () => new ReadableStream({ pull: (stream) => stream.error(new Error("gone")) }),
      "invalid_request",
    ],
  ])("of a body %s", async (_what, toBody, expected) => {
    // What Node asks of a request whose body is a stream.
    const init = { method: "POST", body: toBody(), duplex: "half" as const };
    const read = readBody(new Request("http://desk.test/", init)).catch(({ code }) => code);
    expect(await read).toBe(expected);
    expect(vi.getTimerCount()).toBe(0);
  });

  test("of storage calls and locks, whether they succeed or fail", async () => {
    const [kv, locks] = [createMemoryKv(), createLocalLocks()];
    const guarded = limitStorageCalls({ kv, locks, close: () => kv.close() }, { timeoutMs: 10_000 });
    await guarded.locks.with(["key"], () => guarded.kv.commit([["key", {}]]));
    await expect(guarded.locks.with(["key"], () => Promise.reject(new Error("refused")))).rejects.toThrow("refused");
    await guarded.locks.close();
    await expect(guarded.locks.with(["key"], async () => {})).rejects.toThrow("closed");
    await guarded.close();
    expect(vi.getTimerCount()).toBe(0);
  });

  test("of an inbox's retention", async () => {
    const parts = { kv: createMemoryKv(), locks: createLocalLocks(), clock: systemClock };
    const retention = createRetention({ ...parts, channel: "mail", retentionMs: 1_000 });
    expect(vi.getTimerCount()).toBe(1);
    await retention.close();
    expect(vi.getTimerCount()).toBe(0);
  });

  test("of a reader that does not return, nor its subscription", async () => {
    const local = createLocalBus();
    let subscribed = 0;
    let gaps = 0;
    const bus = {
      ...local,
      subscribe: (topic: string, listener: (message: string) => void) => {
        subscribed++;
        const stop = local.subscribe(topic, listener);
        return () => {
          subscribed--;
          stop();
        };
      },
      onReconnect: () => {
        gaps++;
        return () => void gaps--;
      },
    };
    const subscriptions = createSubscriptions({
      bus,
      topicOf: (inbox) => inbox,
      addressOf: () => null,
      loadIndex: async () => ({ sequence: 0, messages: [] }),
      loadBody: async () => null,
    });
    subscriptions.subscribe("one", null).unsubscribe({ keepBuffer: false });
    expect([subscribed, vi.getTimerCount()]).toEqual([0, 0]);
    for (const address of [null, "a@desk.example.com"])
      subscriptions.subscribe("one", address).unsubscribe({ keepBuffer: true });
    expect([subscribed, vi.getTimerCount()]).toEqual([1, 2]);
    // The buffer for all messages is kept for ten seconds, the one for an address for five minutes.
    await vi.advanceTimersByTimeAsync(10_000);
    expect([subscribed, vi.getTimerCount()]).toEqual([1, 1]);
    const again = subscriptions.joinExisting("one", "a@desk.example.com");
    expect(vi.getTimerCount()).toBe(0);
    again?.unsubscribe({ keepBuffer: true });
    await vi.advanceTimersByTimeAsync(300_000);
    expect([subscribed, vi.getTimerCount()]).toEqual([0, 0]);
    subscriptions.subscribe("one", null).unsubscribe({ keepBuffer: true });
    subscriptions.close();
    expect([subscribed, gaps, vi.getTimerCount()]).toEqual([0, 0, 0]);
  });

  test("of a dispatcher that is backing off, or whose last attempt runs, when the server ends", async () => {
    for (const isUp of [true, false]) {
      const [kv, locks] = [createMemoryKv(), createLocalLocks()];
      let answer = () => {};
      const dispatcher = createWebhookDispatcher({
        kv,
        locks,
        clock: systemClock,
        log,
        // The rest of either is not asked for.
        webhooks: { find: async () => ({ id: "hook" }) as StoredWebhook } as unknown as WebhookStore,
        send: async () => {
          if (isUp) await new Promise<void>((resolve) => (answer = resolve));
          return { at: "", status: 503, ms: 1 };
        },
        removeRevoked: async (found) => [...found],
        toPayloadData: async () => ({}),
      });
      const message = { id: "one", event: "mail" as const, inbox: "a", message: {}, at: Date.now() };
      await kv.commit([[webhookKey("hook"), { id: "hook" }], ...(await enqueueWrites(kv, "hook", [message]))]);
      dispatcher.wake(["hook"]);
      await vi.advanceTimersByTimeAsync(0);
      expect(vi.getTimerCount()).toBe(isUp ? 0 : 1);
      const closed = dispatcher.close();
      await vi.advanceTimersByTimeAsync(0);
      answer();
      await closed;
      expect(vi.getTimerCount()).toBe(0);
    }
  });
});
