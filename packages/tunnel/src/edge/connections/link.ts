import { type Channel, createMessageParser, type Head, type ResponseHeadReader } from "../../wire/index.ts";
import type { UnreadLedger } from "./unread.ts";

export type Loss = "closed" | "cut" | "malformed";

/** Who currently uses a data connection. */
export interface LinkUser {
  onHead(head: Head): void;
  onBody(bytes: Buffer, last: boolean): void;
  onEnd(trailers: string[]): void;
  /** All that has come is told. */
  onRead(): void;
  /** The connection takes bytes again after `write` returned false. */
  onDrain(): void;
  /**
   * It is over before the answer was complete: `closed` by the app or the agent, `cut` with the connection to the agent,
   * or `malformed`.
   */
  onLost(reason: Loss): void;
}

/** One way to the app, a channel of a data connection: carries one request at a time. */
export interface Link {
  /** Requests that it has carried. */
  readonly uses: number;
  /** Some of the running answer has come. */
  readonly replied: boolean;
  /** When it last became idle, by the clock it was made with. */
  readonly idleSince: number;
  /** Bytes of the answer that came and wait for `resume`. */
  readonly unread: number;
  /** Begins a request; `head` is a whole request head, in latin1. */
  begin(user: LinkUser, method: string, head: string): void;
  write(bytes: Buffer | string): boolean;
  pause(): void;
  resume(): void;
  /** Gives the connection back after a complete exchange. */
  release(): void;
  /** The user gives the connection up and wants to hear no more of it. */
  destroy(): void;
  /** The owner takes the connection away; the user is told. */
  cut(): void;
  /** Ends the sending direction, after a 101. */
  end(): void;
}

/** What a request needs of its link. */
export interface LinkNeeds {
  /** It can't be repeated, so a link on which the app may just be hanging up won't do. */
  fresh: boolean;
  /** It may bring much or last long, so it gets a data connection of its own. */
  sole: boolean;
}

export interface LinkOptions {
  channel: Channel;
  now: () => number;
  /** Reads the heads of answers, for all links to one app. */
  readHead?: ResponseHeadReader;
  /** Where bytes are counted that the agent does not read. */
  unread?: UnreadLedger | undefined;
  onIdle(link: Link): void;
  onGone(link: Link): void;
}

export function createLink({ channel, now, readHead, unread, onIdle, onGone }: LinkOptions): Link {
  let user: LinkUser | null = null;
  let uses = 0;
  let replied = false;
  let idleSince = now();
  let gone = false;

  const agent = { unread: () => channel.unsent, close: () => lose("closed") };
  const parser = createMessageParser({
    kind: "response",
    readResponseHead: readHead,
    onHead: (head) => user?.onHead(head),
    onBody: (bytes, last) => user?.onBody(bytes, last),
    onEnd(trailers, rest) {
      // Bytes after an answer that no one asked for: whatever they are, the next visitor must not get them.
      if (rest.length > 0) leave();
      user?.onEnd(trailers);
    },
  });

  const link: Link = {
    get uses() {
      return uses;
    },
    get replied() {
      return replied;
    },
    get idleSince() {
      return idleSince;
    },
    get unread() {
      return channel.unread;
    },
    begin(next, method, head) {
      user = next;
      uses++;
      replied = false;
      parser.expect(method);
      link.write(head);
    },
    write(bytes) {
      const taken = channel.write(bytes);
      if (!taken) unread?.note(agent);
      return taken;
    },
    pause: () => channel.pause(),
    resume: () => channel.resume(),
    release() {
      user = null;
      if (gone) return;
      if (channel.moved) return leave();
      idleSince = now();
      channel.resume();
      onIdle(link);
    },
    destroy() {
      user = null;
      leave();
    },
    cut: () => lose("cut"),
    end: () => channel.end(),
  };

  channel.user = {
    onData(bytes) {
      if (user === null) return leave();
      replied = true;
      try {
        parser.push(bytes);
        user?.onRead();
      } catch {
        lose("malformed");
      }
    },
    onDrain() {
      unread?.forget(agent);
      user?.onDrain();
    },
    onEnd() {
      try {
        parser.finish();
      } catch {
        // Cut inside a message: `lose` tells the user.
      }
      lose("closed");
    },
    onClose: (lost) => lose(lost ? "cut" : "closed"),
  };
  return link;

  function lose(reason: Loss): void {
    const left = user;
    user = null;
    leave();
    left?.onLost(reason);
  }

  function leave(): void {
    if (gone) return;
    gone = true;
    unread?.forget(agent);
    channel.destroy();
    onGone(link);
  }
}
