import { setTimeout as sleep } from "node:timers/promises";
import { toNetwork } from "@frontdesk/tunnel/edge";

/** Limits of one network (an IPv4 address or an IPv6 /64) or of one connection. 0 means no limit. */
export interface SenderLimits {
  /** Simultaneous connections of one network. */
  maxConnections: number;
  /** Unknown recipients of one connection. The first five times as many of one network are rejected without delay. */
  maxUnknownRecipients: number;
  /** Commands of one connection that do not lead to a mail, such as NOOP. */
  maxNonMailCommands: number;
  /** Bytes of mail from one network in a minute. */
  maxBytesPerMinute: number;
}

export const DEFAULT_SENDER_LIMITS: SenderLimits = {
  maxConnections: 200,
  maxUnknownRecipients: 20,
  maxNonMailCommands: 100,
  maxBytesPerMinute: 1024 ** 3,
};

/** Keeps one sender from using up what others need. Counts by network: an IPv4 address or an IPv6 /64. */
export interface SenderLimiter {
  /** Counts a connection until it closes. Returns the reason to reject it if its network has too many, else `null`. */
  admit(connection: CountedSocket): string | null;
  /**
   * Returns connections of which one should be closed for the new one, oldest first. They belong to the network with the most
   * connections. Empty if no network has more than the new connection's own.
   */
  evictionCandidates(connection: CountedSocket): Iterable<CountedSocket>;
  /** Counts a command. Returns the reason to disconnect after too many that do not lead to a mail, else `null`. */
  countCommand(connection: object, name: string): string | null;
  /** Resets a connection's count of commands; called when a mail begins. */
  resetCounters(connection: object): void;
  /**
   * Counts an unknown recipient. Resolves when the response may be sent, after a delay if the network guesses too often:
   * to `null`, or to the reason to disconnect.
   */
  countUnknownRecipient(connection: object, ip: string): Promise<string | null>;
  /** Counts received bytes of a mail. */
  countBytes(ip: string, bytes: number): void;
  /** Returns the reason why this network cannot send a mail now, else `null`. */
  checkQuota(ip: string): string | null;
}

/** A socket, as far as it is counted. */
export interface CountedSocket {
  readonly remoteAddress?: string | undefined;
  once(event: "close", listener: () => void): unknown;
}

export interface SenderLimiterOptions {
  limits: SenderLimits;
  /** Returns monotonic milliseconds. */
  now?: () => number;
  delay?: (milliseconds: number) => Promise<unknown>;
}

/** Counts of one connection. */
interface ConnectionCounters {
  /** Since the connection's last mail. */
  nonMailCommands: number;
  unknownRecipients: number;
}

/** Counts of one network. */
interface SenderState {
  connections: Set<CountedSocket>;
  /** Time from which the latest response to an unknown recipient was allowed. In the past if it was not delayed. */
  lastResponseAt: number;
  minute: number;
  bytes: number;
}

const MINUTE_MS = 60_000;
/** Time between two delayed rejections of one network, so that guessing mailbox names is slow. */
const RESPONSE_INTERVAL_MS = 1_000;
/** A client that would wait longer for a response is disconnected, because waiting clients take connections. */
const MAX_DELAY_MS = 30_000;
/** Number of networks from which on inactive ones are deleted. */
const PRUNE_THRESHOLD = 10_000;
const PRUNE_INTERVAL_MS = MINUTE_MS / 4;
const NON_MAIL_COMMANDS = new Set(["NOOP", "RSET", "HELO", "EHLO", "VRFY", "HELP", "EXPN"]);

/** Unknown recipients of one network rejected without delay, as a multiple of the limit of one connection. */
const UNDELAYED_FACTOR = 5;

/** Creates a limiter of what one sender of mail may use: connections, commands and bytes. Keeps its counts in memory. */
export function createSenderLimiter({
  limits,
  now = () => performance.now(),
  delay = (milliseconds) => sleep(milliseconds, undefined, { ref: false }),
}: SenderLimiterOptions): SenderLimiter {
  const senderByNetwork = new Map<string, SenderState>();
  let prunedAt = 0;
  const countersByConnection = new WeakMap<object, ConnectionCounters>();
  /** How far in the past the next response may be due. Each takes one second of this time, and those due in the past are not delayed. */
  const undelayedMs = UNDELAYED_FACTOR * limits.maxUnknownRecipients * RESPONSE_INTERVAL_MS;

  return {
    /** Returns the reason to reject a connection, else `null`: then counts it until it closes, unless its client has left already. */
    admit(connection) {
      const { remoteAddress } = connection;
      const hasLeftAlready = remoteAddress === undefined;
      if (hasLeftAlready) return null;
      const sender = senderOf(remoteAddress);
      const hasLimit = limits.maxConnections > 0;
      if (hasLimit && sender.connections.size >= limits.maxConnections)
        return `Too many connections from your address, at most ${limits.maxConnections} at a time`;
      sender.connections.add(connection);
      connection.once("close", () => sender.connections.delete(connection));
      return null;
    },
    /** Returns the connections of the network that has most, if it has more than the new connection's network; else none. */
    evictionCandidates({ remoteAddress }) {
      // Starts with the count of the new connection's network, so that only larger ones lose a connection.
      let maxCount = remoteAddress === undefined ? 0 : senderOf(remoteAddress).connections.size;
      let candidates: Iterable<CountedSocket> = [];
      for (const { connections } of senderByNetwork.values()) {
        if (connections.size <= maxCount) continue;
        maxCount = connections.size;
        candidates = connections;
      }
      return candidates;
    },
    /** Counts commands that do not lead to a mail, such as NOOP. Returns the reason to disconnect after too many of them, else `null`. */
    countCommand(connection, name) {
      const hasLimit = limits.maxNonMailCommands > 0;
      if (!hasLimit || !NON_MAIL_COMMANDS.has(name)) return null;
      const counters = countersOf(connection);
      counters.nonMailCommands += 1;
      return counters.nonMailCommands > limits.maxNonMailCommands ? "Too many commands without a mail" : null;
    },
    /** Resets the count of commands when a mail begins. Not that of unknown recipients, or a mail would let a guesser go on. */
    resetCounters(connection) {
      countersOf(connection).nonMailCommands = 0;
    },
    /**
     * Counts an unknown recipient, and waits as long as the response must be delayed so that guessing names is slow. Returns the
     * reason to disconnect, else `null`.
     */
    async countUnknownRecipient(connection, ip) {
      const isUnlimited = limits.maxUnknownRecipients === 0;
      if (isUnlimited) return null;
      const counters = countersOf(connection);
      counters.unknownRecipients += 1;
      if (counters.unknownRecipients > limits.maxUnknownRecipients) return "Too many unknown recipients";
      const sender = senderOf(ip);
      const time = now();
      const responseAt = toResponseTime(sender, time);
      const delayMs = responseAt - time;
      // A client that is disconnected reserves no interval, which would delay the other clients of its network.
      if (delayMs > MAX_DELAY_MS) return "Too many unknown recipients from your address";
      sender.lastResponseAt = responseAt;
      if (delayMs > 0) await delay(delayMs);
      return null;
    },
    /** Counts the bytes of a message that arrived. */
    countBytes(ip, bytes) {
      // 0 is no limit.
      if (limits.maxBytesPerMinute > 0) senderInThisMinute(ip).bytes += bytes;
    },
    /** Returns the reason to reject the next mail of the client's network in this minute, else `null`. */
    checkQuota(ip) {
      // 0 is no limit.
      if (limits.maxBytesPerMinute === 0 || senderInThisMinute(ip).bytes < limits.maxBytesPerMinute) return null;
      return "Your address has sent too much within this minute, try again later";
    },
  };

  /**
   * Returns the time from which the response to a network's next unknown recipient is allowed: one interval after that of the response
   * before. It may be in the past: then the response is not delayed. After a pause, the next times begin `undelayedMs` in the past, so that
   * the first responses are not delayed, because an honest sender's list may contain outdated addresses.
   */
  function toResponseTime({ lastResponseAt }: SenderState, time: number): number {
    return Math.max(lastResponseAt, time - undelayedMs) + RESPONSE_INTERVAL_MS;
  }

  /** Returns the counts of a connection; zeros at its first call. */
  function countersOf(connection: object): ConnectionCounters {
    const counters = countersByConnection.get(connection) ?? { nonMailCommands: 0, unknownRecipients: 0 };
    countersByConnection.set(connection, counters);
    return counters;
  }

  /** Returns the state of the client's network. Creates it at the first call. */
  function senderOf(ip: string): SenderState {
    const network = toNetwork(ip);
    let sender = senderByNetwork.get(network);
    if (sender === undefined) {
      pruneSenders();
      // No rejection was ever delayed, and no byte counted in any minute.
      sender = { connections: new Set(), lastResponseAt: Number.NEGATIVE_INFINITY, minute: 0, bytes: 0 };
      senderByNetwork.set(network, sender);
    }
    return sender;
  }

  /** Returns the state of the client's network, with the byte count reset if a new minute has begun. */
  function senderInThisMinute(ip: string): SenderState {
    const sender = senderOf(ip);
    const minute = Math.floor(now() / MINUTE_MS);
    if (sender.minute !== minute) Object.assign(sender, { minute, bytes: 0 });
    return sender;
  }

  /** Deletes networks without any count that still matters. The others stay, so a flood of new ones resets no limit. */
  function pruneSenders(): void {
    const time = now();
    // Rarely, because it visits all networks.
    if (senderByNetwork.size < PRUNE_THRESHOLD || time - prunedAt < PRUNE_INTERVAL_MS) return;
    prunedAt = time;
    const minute = Math.floor(time / MINUTE_MS);
    for (const [network, sender] of senderByNetwork) {
      // An older response to an unknown recipient delays no later one: see `toResponseTime`.
      const hasRecentRejections = sender.lastResponseAt > time - undelayedMs;
      const isActive = sender.connections.size > 0 || hasRecentRejections || sender.minute === minute;
      if (!isActive) senderByNetwork.delete(network);
    }
  }
}

/** Names the sender's network for fair scheduling in the parser worker. */
export function toSenderParty(ip: string): string {
  return `sender ${toNetwork(ip)}`;
}
