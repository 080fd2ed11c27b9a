import { duplexPair } from "node:stream";
import { createFrameReader } from "../../src/wire/frame-reader.ts";
import { createDataConnection } from "../../src/wire/index.ts";
import { turn } from "./ends.ts";

export const turns = async () => {
  for (let count = 0; count < 4; count++) await turn();
};

type Options = Partial<Parameters<typeof createDataConnection>[0]>;

/** A carrier, and the other side by hand: what it is told, as it comes. */
export function createHalf(options: Options = {}) {
  const bed = { time: 0 };
  const [socket, peer] = duplexPair();
  const told: { id: number; type: number; length: number }[] = [];
  const frames = createFrameReader({
    onFrame: (id, type, length) => told.push({ id, type, length }),
    onData() {},
    isClosed: () => false,
  });
  peer.on("data", frames.push);
  peer.on("error", () => {});
  const carrier = createDataConnection({ socket, now: () => bed.time, ...options });
  return {
    bed,
    socket,
    peer,
    carrier,
    told,
    types: () => told.map(({ type }) => type),
    say: (...all: Buffer[]) => peer.write(Buffer.concat(all)),
    /** Looks after the connection each second until this one. */
    async until(second: number) {
      while (bed.time < second * 1_000) {
        bed.time += 1_000;
        carrier.checkHeartbeat();
        await turn();
      }
    },
  };
}
