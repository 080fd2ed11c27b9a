import type { Duplex } from "node:stream";
import { createMessageParser, type Head } from "../wire/index.ts";
import type { UnreadLedger } from "./unread.ts";

/** Who currently uses a data connection. */
export interface LinkUser {
  onHead(head: Head): void;
  onBody(bytes: Buffer, last: boolean): void;
  onEnd(trailers: string[]): void;
  /** All that has come is told. */
  onRead(): void;
  /** The connection takes bytes again after `write` returned false. */
  onDrain(): void;
  /** The connection is gone before the answer was complete. `replied`: some of the answer had come. */
  onLost(reason: "closed" | "malformed", replied: boolean): void;
}

/** One data connection to an agent: carries one request at a time. */
export interface Link {
  /** It has carried a request before. */
  readonly used: boolean;
  /** When it last became idle, by the clock it was made with. */
  readonly idleSince: number;
  /** Bytes of the answer that came and that its user has not taken. */
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

export interface LinkOptions {
  socket: Duplex;
  now: () => number;
  unread?: UnreadLedger | undefined;
  onIdle(link: Link): void;
  onGone(link: Link): void;
}

export function createLink({ socket, now, unread, onIdle, onGone }: LinkOptions): Link {
  let user: LinkUser | null = null;
  let used = false;
  let replied = false;
  let idleSince = now();
  let gone = false;

  const agent = { unread: () => socket.writableLength, close: () => lose("closed") };
  const parser = createMessageParser({
    kind: "response",
    onHead: (head) => user?.onHead(head),
    onBody: (bytes, last) => user?.onBody(bytes, last),
    onEnd(trailers, rest) {
      // Bytes after an answer that no one asked for: whatever they are, the next visitor must not get them.
      if (rest.length > 0) leave();
      user?.onEnd(trailers);
    },
  });

  const link: Link = {
    get used() {
      return used;
    },
    get idleSince() {
      return idleSince;
    },
    get unread() {
      return socket.readableLength;
    },
    begin(next, method, head) {
      user = next;
      used = true;
      replied = false;
      parser.expect(method);
      if (!socket.write(head, "latin1")) unread?.note(agent);
    },
    write(bytes) {
      const taken = typeof bytes === "string" ? socket.write(bytes, "latin1") : socket.write(bytes);
      if (!taken) unread?.note(agent);
      return taken;
    },
    pause: () => void socket.pause(),
    resume: () => void socket.resume(),
    release() {
      user = null;
      if (gone) return;
      idleSince = now();
      socket.resume();
      onIdle(link);
    },
    destroy() {
      user = null;
      leave();
    },
    cut: () => lose("closed"),
    end: () => void socket.end(),
  };

  socket.on("data", (bytes: Buffer) => {
    if (user === null) return leave();
    replied = true;
    try {
      parser.push(bytes);
      user?.onRead();
    } catch {
      lose("malformed");
    }
  });
  socket.on("end", () => {
    try {
      parser.finish();
    } catch {
      // Cut inside a message: `lose` tells the user.
    }
    lose("closed");
  });
  socket.on("drain", () => {
    unread?.forget(agent);
    user?.onDrain();
  });
  socket.on("error", () => {});
  socket.on("close", () => lose("closed"));
  return link;

  function lose(reason: "closed" | "malformed"): void {
    const left = user;
    user = null;
    leave();
    left?.onLost(reason, replied);
  }

  function leave(): void {
    if (gone) return;
    gone = true;
    unread?.forget(agent);
    socket.destroy();
    onGone(link);
  }
}
