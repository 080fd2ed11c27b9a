import { once } from "node:events";
import { request as httpRequest } from "node:http";
import { text } from "node:stream/consumers";
import { createStorage } from "unstorage";
import memoryDriver from "unstorage/drivers/memory";
import { expect } from "vitest";
import { systemClock } from "../../src/clock.ts";
import { prepareCluster } from "../../src/lifetime/join-cluster.ts";
import type { CreateServerOptions } from "../../src/options/options.ts";
import { createLocalLocks } from "../../src/storage/local-locks.ts";
import { createMemoryKv } from "../../src/storage/memory-kv.ts";
import { deliver } from "../api/harness.ts";
import { startReceiver } from "../webhooks/receiver.ts";
import { type Checks, listen, open, registerMailbox } from "./check.ts";

const day = 86_400_000;

/** A storage whose reads return once they are let go. */
function createHangingStorage() {
  const inner = memoryDriver();
  let opened = Promise.resolve();
  let letGo = () => {};
  const driver = { ...inner, getItem: async (key: string) => opened.then(() => inner.getItem(key)) };
  return {
    storage: createStorage({ driver }),
    hang() {
      opened = new Promise((resolve) => {
        letGo = resolve;
      });
    },
    letGo: () => letGo(),
  };
}

/** Servers that share a storage, as far as they find each other. */
async function join(options: Partial<Pick<CreateServerOptions, "internalUrl" | "clusterSecret">>) {
  // Nobody is looked for here.
  const presence = {} as NonNullable<Parameters<typeof prepareCluster>[0]["storage"]["presence"]>;
  const storage = { kv: createMemoryKv(), locks: createLocalLocks(), presence };
  const log = { info() {}, warn() {}, error() {} };
  const given = { internalUrl: "", clusterSecret: "", ...options };
  return (await prepareCluster({ ...given, storage, log }))(8787).cluster;
}

/** What is stored and for how long, and how the server begins and ends. */
export const storageChecks = {
  async secret() {
    const driver = memoryDriver();
    const start = (secret: string) => open({ storage: createStorage({ driver }), secret });
    const secret = Buffer.alloc(32, "a").toString("base64");
    const { server } = await start(secret);
    await server.close();
    const stored = await Promise.all(
      (await driver.getKeys("", {})).map(async (key: string) => String(await driver.getItem(key))),
    );
    expect(stored.join()).not.toContain("bootstrap");
    await expect(start(Buffer.alloc(32, "b").toString("base64"))).rejects.toThrow("is not the secret");
    await expect(start("")).rejects.toThrow("The storage is encrypted");
    await start(secret);
  },
  async requireDurable() {
    await expect(open({ requireDurable: true })).rejects.toThrow("memory: keeps nothing");
    await open({ requireDurable: false });
  },

  async storageTimeout() {
    const [bounded, free] = [createHangingStorage(), createHangingStorage()];
    const hurried = await open({ storage: bounded.storage, storageTimeout: 20 });
    const patient = await open({ storage: free.storage, storageTimeout: 0 });
    for (const storage of [bounded, free]) storage.hang();
    const late = patient.call("GET", "mailbox/list");
    expect((await hurried.call("GET", "mailbox/list")).status).toBe(503);
    for (const storage of [bounded, free]) storage.letGo();
    expect((await late).status).toBe(200);
  },

  async retentionDays() {
    const countAfter = async (milliseconds: number, options: CreateServerOptions) => {
      let now = Date.UTC(2026, 0, 1);
      const desk = await open({ ...options, clock: { now: () => now } });
      const { token } = await registerMailbox(desk);
      await deliver(desk, "ann");
      now += milliseconds;
      return (await desk.call("GET", "mail/recent", { token })).body.emails.length;
    };
    expect(await countAfter(2 * day - 1, { retentionDays: 2 })).toBe(1);
    expect(await countAfter(2 * day + 1, { retentionDays: 2 })).toBe(0);
    expect(await countAfter(2 * day + 1, {})).toBe(1);
    const desk = await open({ retentionDays: 2 });
    expect((await desk.call("GET", "server/version", { token: null })).body.retention.days).toBe(2);
  },

  async webhookAllow() {
    const deliveryTo = async (options: CreateServerOptions) => {
      const receiver = await startReceiver();
      const desk = await open({ clock: systemClock, ...options });
      const { status, body } = await desk.call("POST", "webhooks/register", { body: { url: receiver.url } });
      if (status !== 200) return body.code;
      receiver.secret = body.secret;
      return (await desk.call("POST", `webhooks/${body.webhook.id}/test`)).body.delivery.status;
    };
    const publicUrl = "https://desk.example.com";
    expect(await deliveryTo({ publicUrl })).toBe("invalid_request");
    expect(await deliveryTo({ publicUrl, webhookAllow: ["127.0.0.1"] })).toBe(204);
    // Where blocks are given, they alone are reached.
    expect(await deliveryTo({ webhookAllow: ["10.0.0.0/8"] })).toBe("invalid_request");
  },

  async internalUrl() {
    expect(await join({})).toBeUndefined();
    expect(await join({ internalUrl: "http://10.0.0.5:0/" })).toMatchObject({ internalUrl: "http://10.0.0.5:8787" });
    await expect(open({ internalUrl: "http://10.0.0.5:8787" })).rejects.toThrow("--internal-url is for servers");
  },
  async clusterSecret() {
    const internalUrl = "http://10.0.0.5:8787";
    const clusterSecret = "the same on every server";
    expect(await join({ internalUrl, clusterSecret })).toMatchObject({ secret: clusterSecret });
    const drawn = (await join({ internalUrl }))?.secret;
    expect(drawn).toMatch(/^[\w-]{43}$/);
    expect((await join({ internalUrl }))?.secret).not.toBe(drawn);
    await expect(open({ clusterSecret })).rejects.toThrow("FRONTDESK_CLUSTER_SECRET is for servers");
  },

  async drain() {
    /** What a client gets whose request is still being sent when the server stops. */
    const answerAt = async (drain: number) => {
      const { server, port } = await listen({ drain });
      const body = '{"code":"no such code"}';
      // The server says when it has the head.
      const expects = { expect: "100-continue" };
      const headers = { "content-type": "application/json", "content-length": body.length, ...expects };
      const request = httpRequest({ host: "127.0.0.1", port, path: "/svc-api/sign-in", method: "POST", headers });
      const answer = once(request, "response").then(
        async ([response]) => (await text(response)) && response.statusCode,
        ({ code }) => code,
      );
      request.flushHeaders();
      await once(request, "continue");
      const closed = server.close();
      if (drain === 0) await closed;
      request.end(body);
      await closed;
      return answer;
    };
    expect(await answerAt(3_600_000)).toBe(401);
    expect(await answerAt(0)).toBe("ECONNRESET");
  },
} satisfies Checks;
