import { randomUUID } from "node:crypto";
import type { Redis } from "ioredis";
import { callSafely, createTopics } from "../local-bus.ts";
import type { ServerBus } from "../types.ts";

const channel = "frontdesk:bus";

/** What travels on the channel; `gap` says that this server failed to send something before. */
type Wire = { from: string; topic: string; message: string } | { from: string; gap: true };

/** Wake-ups over all servers that share a Redis. `client` sends, `subscriber` does nothing but listen. */
export async function createRedisBus(client: Redis, subscriber: Redis): Promise<ServerBus> {
  const from = randomUUID();
  const topics = createTopics();
  const gapListeners = new Set<{ listener: () => void }>();
  let unsent = false;
  let closed = false;

  const tellGap = () => {
    for (const { listener } of [...gapListeners]) callSafely(listener);
  };
  const send = async (wire: Wire) => {
    try {
      await client.publish(channel, JSON.stringify(wire));
    } catch {
      // The event itself is stored already: failing its sender would only repeat it.
      unsent = true;
    }
  };
  const resend = () => {
    if (!unsent || closed) return;
    unsent = false;
    void send({ from, gap: true });
  };
  const resubscribe = () => {
    // A failure ends in another lost connection, and so here again.
    subscriber.subscribe(channel).then(tellGap, () => {});
  };
  const ping = () => {
    // A connection that died without a word must be found: TCP would take a quarter of an hour, if it ever does.
    for (const redis of [client, subscriber])
      redis.ping().catch(() => {
        if (!closed && redis.status === "ready") redis.disconnect(true);
      });
    resend();
  };

  await subscriber.subscribe(channel);
  subscriber.on("message", (_channel, text) => {
    const wire = parseWire(text);
    if (closed || !wire || wire.from === from) return;
    if ("gap" in wire) tellGap();
    else topics.emit(wire.topic, wire.message);
  });
  subscriber.on("ready", resubscribe);
  client.on("ready", resend);
  const heartbeat = setInterval(ping, 10_000).unref();

  return {
    isShared: true,

    async publish(topic, message = "") {
      if (closed) return;
      topics.emit(topic, message);
      await send({ from, topic, message });
    },
    subscribe: topics.subscribe,
    onReconnect(listener) {
      const entry = { listener };
      gapListeners.add(entry);
      return () => gapListeners.delete(entry);
    },
    async close() {
      closed = true;
      clearInterval(heartbeat);
      client.off("ready", resend);
      topics.clear();
      gapListeners.clear();
    },
  };
}

function parseWire(text: string): Wire | null {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}
