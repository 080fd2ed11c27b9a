/**
 * One of the connections that a carrier carries. Not one of Node's streams, whose bookkeeping costs more than a small
 * request does.
 */
export interface Channel {
  /** Who hears of it. To be set before the turn of the event loop in which the channel came about is over. */
  user: ChannelUser;
  readonly destroyed: boolean;
  /** Its bytes come by another connection now; it is good for no second request. */
  readonly moved: boolean;
  /** It is alone on the connection by which its bytes come. */
  readonly alone: boolean;
  /** Bytes that came and wait for `resume`. */
  readonly unread: number;
  /** Bytes that wait until the other side takes them. */
  readonly unsent: number;
  /**
   * Sends bytes, or text in latin1. False: send no more until `onDrain`. `done` is called when the bytes are no longer needed, or
   * never where the channel is cut before.
   */
  write(bytes: Buffer | string, done?: () => void): boolean;
  /** Sends no more. */
  end(): void;
  /** Cuts it, both ways. The user hears no more of it. */
  destroy(): void;
  pause(): void;
  resume(): void;
}

export interface ChannelUser {
  onData(bytes: Buffer): void;
  onDrain(): void;
  /** The other side sends no more. */
  onEnd(): void;
  /** It is cut: by the other side, or (`lost`) with the connection that carried it. */
  onClose(lost: boolean): void;
}

/** A channel, as the carrier sees it. */
export interface CarriedChannel extends Channel {
  destroyed: boolean;
  moved: boolean;
  take(bytes: Buffer): void;
  /** The other side has read so much. */
  grant(bytes: number): void;
  finish(): void;
  /** Cut from outside. */
  close(lost: boolean): void;
  /** The connection takes bytes again. */
  pump(): void;
  /** What comes from now on comes over a connection of its own, which has no window. */
  turnSole(): void;
}

/** How a channel reaches the other side. */
export interface Sending {
  /** False: the connection should get no more for now; `pump` will be called. */
  data(bytes: Buffer | string, from: number, to: number, done: (() => void) | undefined): boolean;
  end(): void;
  credit(bytes: number): void;
  /** It is over; `whole`: both sides had ended it, `stuck`: bytes of it stand before whatever comes next. */
  close(whole: boolean, stuck: boolean): void;
  /** The other side breaks the rules. */
  fail(): void;
  /** Holds back, and lets go, the whole connection, which carries nothing else. */
  hold(held: boolean): void;
  /** Wants to go on over a connection of its own; true when there is one. */
  move(): boolean;
}

/** What a side may send on a new channel before the other says that it has read some of it. */
export const CHANNEL_WINDOW = 256 * 1024;
/** The window of a channel whose reader keeps up doubles to this. */
const LARGEST_WINDOW = 2 * 1024 * 1024;
const LARGEST_FRAME = 64 * 1024;
/** So much in one direction, without a word in the other, is worth a connection of its own. */
const LONG = 1024 * 1024;

interface Piece {
  bytes: Buffer | string;
  done: (() => void) | undefined;
}

const NOBODY: ChannelUser = { onData() {}, onDrain() {}, onEnd() {}, onClose() {} };

/** `sole`: the connection carries nothing else, so that its own flow control serves both ways. */
export function createChannel(send: Sending, sole: boolean): CarriedChannel {
  let soleIn = sole;
  let soleOut = sole;
  let credit = CHANNEL_WINDOW;
  let window = CHANNEL_WINDOW;
  let received = 0;
  let returned = 0;
  let run = 0;
  let paused = false;
  let ended = false;
  let delivered = false;
  let ending = false;
  let endSent = false;
  let wantsDrain = false;
  // What came while paused, and what waits for credit; both bounded by the windows and by `write`'s answer.
  const unread: Buffer[] = [];
  let unreadBytes = 0;
  const unsent: Piece[] = [];
  let from = 0;

  const channel: CarriedChannel = {
    user: NOBODY,
    destroyed: false,
    moved: false,
    get alone() {
      return soleIn;
    },
    get unread() {
      return unreadBytes;
    },
    get unsent() {
      return unsent.reduce((sum, { bytes }) => sum + bytes.length, 0) - from;
    },
    write(bytes, done) {
      if (channel.destroyed || ending || bytes.length === 0) return true;
      unsent.push({ bytes, done });
      wantsDrain = !flush();
      return !wantsDrain;
    },
    end() {
      if (ending || channel.destroyed) return;
      ending = true;
      flush();
    },
    destroy() {
      channel.user = NOBODY;
      channel.close(false);
    },
    pause() {
      paused = true;
      if (soleIn) send.hold(true);
    },
    resume() {
      if (!paused) return;
      paused = false;
      deliver();
      if (soleIn && !paused) send.hold(false);
    },
    take(bytes) {
      run = 0;
      if (ended) return send.fail();
      if (!soleIn) {
        received += bytes.length;
        if (received - returned > window) return send.fail();
      }
      if (paused || unread.length > 0) {
        unread.push(bytes);
        unreadBytes += bytes.length;
        return;
      }
      channel.user.onData(bytes);
      if (!soleIn) giveBack();
    },
    grant(bytes) {
      credit += bytes;
      if (unsent.length > 0) channel.pump();
    },
    finish() {
      if (ended) return;
      ended = true;
      deliver();
    },
    close(lost) {
      if (channel.destroyed) return;
      const { user } = channel;
      channel.destroyed = true;
      channel.user = NOBODY;
      const stuck = (soleIn && paused) || (soleOut && wantsDrain);
      unread.length = 0;
      unsent.length = 0;
      from = 0;
      send.close(endSent && ended && !lost, stuck);
      user.onClose(lost);
    },
    pump() {
      if (channel.destroyed || !flush() || !wantsDrain) return;
      wantsDrain = false;
      channel.user.onDrain();
    },
    turnSole() {
      soleIn = true;
      channel.moved = true;
      send.hold(paused);
    },
  };
  return channel;

  /** Hands on what was held back. */
  function deliver(): void {
    while (!paused && unread.length > 0) {
      const bytes = unread.shift()!;
      unreadBytes -= bytes.length;
      channel.user.onData(bytes);
    }
    if (channel.destroyed) return;
    if (!soleIn) giveBack();
    if (!ended || delivered || paused || unread.length > 0) return;
    delivered = true;
    channel.user.onEnd();
    closeWhole();
  }

  /** Sends what the other side has room for; true when nothing is left that waits. */
  function flush(): boolean {
    let open = true;
    while (unsent.length > 0 && open) {
      const { bytes, done } = unsent[0]!;
      if (!soleOut && (credit === 0 || run > LONG) && send.move()) {
        soleOut = true;
        channel.moved = true;
      }
      const size = Math.min(bytes.length - from, LARGEST_FRAME, soleOut ? LARGEST_FRAME : credit);
      if (size === 0) return false;
      credit -= size;
      run += size;
      // Of one that leaves in parts, the first may still be on its way when the last is done.
      open = send.data(bytes, from, from + size, size === bytes.length ? done : undefined);
      from += size;
      if (from < bytes.length) continue;
      unsent.shift();
      from = 0;
    }
    if (unsent.length === 0 && ending && !endSent) {
      endSent = true;
      send.end();
      closeWhole();
    }
    return open && unsent.length === 0;
  }

  function closeWhole(): void {
    if (endSent && delivered) channel.close(false);
  }

  /** Tells the other side what was read, and widens the window of a reader that keeps up. */
  function giveBack(): void {
    const due = received - unreadBytes - returned;
    if (due * 2 < window || channel.destroyed) return;
    const more = unreadBytes === 0 && window < LARGEST_WINDOW ? window : 0;
    window += more;
    returned += due;
    send.credit(due + more);
  }
}
