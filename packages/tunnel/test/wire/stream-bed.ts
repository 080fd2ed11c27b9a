import { createStream } from "../../src/wire/stream.ts";

/** A channel whose connection and user are in the hands of the test: all that it says to either, in order. */
export function createChannelBed({ sole = false, moves = false } = {}) {
  const bed = { open: true, pausesAgain: false };
  const said: string[] = [];
  const channel = createStream(
    {
      data(_bytes, from, to, done) {
        said.push(`data ${to - from}${done ? " last" : ""}`);
        return bed.open;
      },
      end: () => said.push("end"),
      credit: (bytes) => said.push(`credit ${bytes}`),
      onClosed({ isComplete, isBlocked }) {
        said.push(`close${isComplete ? " whole" : ""}${isBlocked ? " stuck" : ""}`);
      },
      onViolation: () => said.push("fail"),
      setConnectionPaused: (held) => said.push(held ? "hold" : "let go"),
      moveToSpare() {
        said.push("move");
        return moves;
      },
    },
    sole,
  );
  channel.listener = {
    onData(bytes) {
      said.push(`heard ${bytes.length}`);
      if (bed.pausesAgain) channel.pause();
    },
    onDrain: () => said.push("drained"),
    onEnd: () => said.push("ended"),
    onClose: (lost) => said.push(lost ? "lost" : "cut"),
  };
  return {
    bed,
    channel,
    /** What was said since the last call. */
    said: () => said.splice(0),
    take: (length: number) => channel.receive(Buffer.alloc(length)),
    write: (length: number) => channel.write(Buffer.alloc(length), () => {}),
  };
}
