import type { Socket } from "node:net";
import type { BodySource } from "./body-source.ts";

/** The body of a request that the edge reads itself: as many bytes of the connection as were told. */
export interface PlainBody extends BodySource {
  /** Whether all of it has come. */
  isComplete(): boolean;
  /** Takes what came on the connection, and returns what belongs to the next request. */
  push(bytes: Buffer): Buffer;
}

/** Not more of a body is held than this before somebody reads it. */
const AHEAD = 64 * 1024;
const SHORT = 8 * 1024;
const NOTHING = Buffer.alloc(0);
const NO_TRAILERS: readonly string[] = [];

/** What has come behind the head of a request: the whole body as text in latin1, where it is short, or where it comes from. */
interface BegunBody {
  text?: string;
  source?: PlainBody;
  /** What belongs to the next request. */
  rest: Buffer;
}

/** Begins to read a body of so many bytes, none where that is negative. `came`: what came behind the head. */
export function beginPlainBody(socket: Socket, length: number, came: Buffer): BegunBody {
  if (length < 0) return { rest: came };
  if (length <= SHORT && came.length >= length)
    return { text: came.toString("latin1", 0, length), rest: came.subarray(length) };
  const source = createPlainBody(socket, length);
  return { source, rest: came.length > 0 ? source.push(came) : came };
}

function createPlainBody(socket: Socket, length: number): PlainBody {
  let left = length;
  let ahead: Buffer[] = [];
  let aheadBytes = 0;
  let paused = false;
  let ended = false;
  let discarded = false;
  let onBytes: ((bytes: Buffer) => void) | null = null;
  let onEnd: ((trailers: readonly string[]) => void) | null = null;

  const body: PlainBody = {
    length,
    isPaused: () => paused,
    buffered: () => aheadBytes,
    isComplete: () => left === 0,
    push(bytes) {
      const part = bytes.length <= left ? bytes : bytes.subarray(0, left);
      const rest = bytes.length <= left ? NOTHING : bytes.subarray(left);
      left -= part.length;
      if (discarded) return rest;
      if (part.length > 0) {
        ahead.push(part);
        aheadBytes += part.length;
      }
      if (onBytes === null || paused) {
        if (aheadBytes > AHEAD) socket.pause();
      } else pass();
      return rest;
    },
    begin() {
      if (left > 0 || aheadBytes > SHORT) return "";
      const text = ahead.map((bytes) => bytes.toString("latin1")).join("");
      ahead = [];
      aheadBytes = 0;
      return text;
    },
    read(toBytes, toEnd) {
      onBytes = toBytes;
      onEnd = toEnd;
      body.resume();
    },
    pause() {
      paused = true;
      if (left > 0) socket.pause();
    },
    resume() {
      paused = false;
      pass();
      if (!paused && left > 0) socket.resume();
    },
    discard() {
      discarded = true;
      ahead = [];
      onBytes = null;
      onEnd = null;
      if (left > 0) socket.resume();
    },
  };
  return body;

  function pass(): void {
    while (!paused && onBytes !== null && ahead.length > 0) {
      const bytes = ahead.shift()!;
      aheadBytes -= bytes.length;
      onBytes(bytes);
    }
    if (left > 0 || ended || paused || ahead.length > 0) return;
    ended = true;
    onEnd?.(NO_TRAILERS);
  }
}
