import { randomUUID } from "node:crypto";
import type { Redis } from "ioredis";
import * as v from "valibot";
import { callSafely, createTopics } from "../local-bus.ts";
import type { ServerBus } from "../types.ts";

const busChannel = "frontdesk:bus";

/** A message on the Redis channel. `gap`: this server failed to send a message before. */
type BusMessage = { from: string; topic: string; message: string } | { from: string; gap: true };

/** Creates the bus of all servers that share a Redis. `client` publishes; `subscriber` only listens. */
export async function createRedisBus(client: Redis, subscriber: Redis): Promise<ServerBus> {
  const serverId = randomUUID();
  const topics = createTopics();
  const reconnectListeners = new Set<{ listener: () => void }>();
  /** Whether a message could not be sent, which other servers do not know yet. */
  let hasUnsent = false;
  let isClosed = false;

  /** Tells this server's listeners that they may have missed events. */
  const callReconnectListeners = () => {
    for (const { listener } of [...reconnectListeners]) callSafely(listener);
  };
  /** Sends a message to the other servers. Never rejects: notes a failure, so that `sendGap` later reports the missed message. */
  async function send(message: BusMessage) {
    try {
      await client.publish(busChannel, JSON.stringify(message));
    } catch {
      // The event is stored already. An error would only make its sender repeat it.
      hasUnsent = true;
    }
  }
  /** Tells other servers, once, that they missed a message that could not be sent. */
  function sendGap() {
    if (!hasUnsent || isClosed) return;
    hasUnsent = false;
    // Never rejects: a failure sets `hasUnsent` again.
    void send({ from: serverId, gap: true });
  }
  /** Subscribes after a lost connection, and reports that events may have been missed. */
  const resubscribe = () => {
    // A failure loses the connection again, and the next `ready` calls this again.
    subscriber.subscribe(busChannel).then(callReconnectListeners, () => {});
  };
  /**
   * Reconnects a connection that died silently, which TCP would notice late or never: its ping fails by the client's command timeout. If a
   * message could not be sent since the last ping, also tells the other servers that they missed it.
   */
  function ping() {
    for (const redis of [client, subscriber])
      redis.ping().catch(() => {
        // With another status, the client is connecting again already.
        const reconnect = true;
        if (!isClosed && redis.status === "ready") redis.disconnect(reconnect);
      });
    sendGap();
  }

  await subscriber.subscribe(busChannel);
  subscriber.on("message", (_channel, text) => {
    const received = parseBusMessage(text);
    // Redis returns this server's own messages too. `publish` has called the listeners for those.
    if (isClosed || !received || received.from === serverId) return;
    if ("gap" in received) callReconnectListeners();
    else topics.emit(received.topic, received.message);
  });
  subscriber.on("ready", resubscribe);
  client.on("ready", sendGap);
  const heartbeat = setInterval(ping, 10_000).unref();

  return {
    isShared: true,

    /** Calls this server's listeners, then sends the message to the other servers. */
    async publish(topic, message = "") {
      // The server stops: it has no listeners any more, and its connections close.
      if (isClosed) return;
      topics.emit(topic, message);
      await send({ from: serverId, topic, message });
    },
    subscribe: topics.subscribe,
    /** Calls the listener when events may have been missed. Returns the function that removes it. */
    onReconnect(listener) {
      // An entry per call, so that one function can be added twice and removed once.
      const entry = { listener };
      reconnectListeners.add(entry);
      return () => reconnectListeners.delete(entry);
    },
    /** Stops sending, receiving and the pings of the connections (`heartbeat`). The caller closes the connections. */
    async close() {
      isClosed = true;
      clearInterval(heartbeat);
      client.off("ready", sendGap);
      topics.clear();
      reconnectListeners.clear();
    },
  };
}

const busMessageShape = v.union([
  v.object({ from: v.string(), gap: v.literal(true) }),
  v.object({ from: v.string(), topic: v.string(), message: v.string() }),
]);

/** Parses a message of the channel; returns `null` for anything else, which another program has published. */
function parseBusMessage(text: string): BusMessage | null {
  try {
    return v.parse(busMessageShape, JSON.parse(text));
  } catch {
    return null;
  }
}
