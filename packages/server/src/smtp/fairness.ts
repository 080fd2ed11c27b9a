import { setTimeout as delay } from "node:timers/promises";
import { toNetwork } from "@frontdesk/tunnel/edge";

/** What one address, or one connection, may take of the listener. 0 is no limit. */
export interface FairnessLimits {
  /** Connections of one address at a time. */
  connections: number;
  /** Refused recipients of one connection; of one address, five times as many pass without delay. */
  refusals: number;
  /** Commands of one connection that bring no mail nearer, such as NOOP. */
  noops: number;
  /** Bytes of mail from one address in a minute. */
  bytes: number;
}

/** Sees that no sender takes what the others need. An address is an IPv4 address, or the /64 of an IPv6 one. */
export interface Fairness {
  /** Counts a connection until it closes; says why it can't be taken where its address has too many. */
  admit(connection: Counted): string | null;
  /**
   * Connections of which one should make room for this one, the oldest first: those of the address that has the most, where
   * that is more than this one's. Nobody is told to make room for someone who has as much.
   */
  inFavourOf(connection: Counted): Iterable<Counted>;
  /** Notes a command; says why to hang up where there were too many that bring no mail nearer. */
  command(connection: object, name: string): string | null;
  /** A mail has begun, so what went before was worth it. */
  worked(connection: object): void;
  /** A recipient was refused. Resolves when that may be answered: to `null`, or to why to hang up. */
  refused(connection: object, address: string): Promise<string | null>;
  /** Bytes of a mail have come in. */
  received(address: string, bytes: number): void;
  /** Says why this address can't send a mail now. */
  mayMail(address: string): string | null;
}

/** What is counted: a socket. */
export interface Counted {
  readonly remoteAddress?: string | undefined;
  once(event: "close", listener: () => void): unknown;
}

export interface FairnessOptions {
  limits: FairnessLimits;
  now?: () => number;
  pause?: (milliseconds: number) => Promise<unknown>;
}

/** Of one connection, since its last mail. */
interface Conduct {
  noops: number;
  refusals: number;
}

/** Of one address. */
interface Sender {
  connections: Set<Counted>;
  /** When the next refusal may be answered at the earliest: it moves on with each. */
  answerAt: number;
  minute: number;
  bytes: number;
}

const MINUTE = 60_000;
/** Beyond its first ones, an address learns of so many refusals in a second. */
const ANSWERS_A_SECOND = 1;
/** Who would wait longer for an answer is not worth a connection. */
const LONGEST_WAIT = 30_000;
const MANY_SENDERS = 10_000;
const FRUITLESS = new Set(["NOOP", "RSET", "HELO", "EHLO", "VRFY", "HELP", "EXPN"]);

export function createFairness({
  limits,
  now = () => performance.now(),
  pause = (milliseconds) => delay(milliseconds, undefined, { ref: false }),
}: FairnessOptions): Fairness {
  const senders = new Map<string, Sender>();
  let forgotAt = 0;
  const conducts = new WeakMap<object, Conduct>();

  return {
    admit(connection) {
      const { remoteAddress } = connection;
      if (remoteAddress === undefined) return null;
      const sender = senderOf(remoteAddress);
      if (limits.connections > 0 && sender.connections.size >= limits.connections)
        return `Too many connections from your address, at most ${limits.connections} at a time`;
      sender.connections.add(connection);
      connection.once("close", () => sender.connections.delete(connection));
      return null;
    },
    inFavourOf({ remoteAddress }) {
      const own = remoteAddress === undefined ? 0 : senderOf(remoteAddress).connections.size;
      let largest: Set<Counted> | null = null;
      for (const { connections } of senders.values())
        if (connections.size > (largest?.size ?? own)) largest = connections;
      return largest ?? [];
    },
    command(connection, name) {
      if (limits.noops === 0 || !FRUITLESS.has(name)) return null;
      return ++conductOf(connection).noops > limits.noops ? "Too many commands that bring no mail" : null;
    },
    worked(connection) {
      conductOf(connection).noops = 0;
    },
    async refused(connection, address) {
      if (limits.refusals === 0) return null;
      if (++conductOf(connection).refusals > limits.refusals) return "Too many recipients that are not here";
      const sender = senderOf(address);
      const time = now();
      const free = 5 * limits.refusals * (1000 / ANSWERS_A_SECOND);
      sender.answerAt = Math.max(sender.answerAt, time - free) + 1000 / ANSWERS_A_SECOND;
      const wait = sender.answerAt - time;
      if (wait > LONGEST_WAIT) {
        sender.answerAt = time + LONGEST_WAIT;
        return "Too many recipients from your address that are not here";
      }
      if (wait > 0) await pause(wait);
      return null;
    },
    received(address, bytes) {
      if (limits.bytes > 0) thisMinute(address).bytes += bytes;
    },
    mayMail(address) {
      if (limits.bytes === 0 || thisMinute(address).bytes < limits.bytes) return null;
      return "Your address has sent too much within this minute, try again later";
    },
  };

  function conductOf(connection: object): Conduct {
    const conduct = conducts.get(connection) ?? { noops: 0, refusals: 0 };
    conducts.set(connection, conduct);
    return conduct;
  }

  function senderOf(address: string): Sender {
    const network = toNetwork(address);
    let sender = senders.get(network);
    if (sender === undefined) {
      forget();
      sender = { connections: new Set(), answerAt: Number.NEGATIVE_INFINITY, minute: 0, bytes: 0 };
      senders.set(network, sender);
    }
    return sender;
  }

  function thisMinute(address: string): Sender {
    const sender = senderOf(address);
    const minute = Math.floor(now() / MINUTE);
    if (sender.minute !== minute) Object.assign(sender, { minute, bytes: 0 });
    return sender;
  }

  /** Lets go of senders of whom nothing must be remembered. Of all others none is let off by a flood of addresses. */
  function forget(): void {
    const time = now();
    if (senders.size < MANY_SENDERS || time - forgotAt < MINUTE / 4) return;
    forgotAt = time;
    const minute = Math.floor(time / MINUTE);
    for (const [network, sender] of senders) {
      if (sender.connections.size === 0 && sender.answerAt < time && sender.minute !== minute) senders.delete(network);
    }
  }
}
