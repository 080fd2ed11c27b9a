import { once } from "node:events";
import net, { type AddressInfo, type Socket } from "node:net";

/** A long and bad path to a port of this machine. */
export interface Relay {
  port: number;
  close(): void;
}

export interface Path {
  /** One way, in milliseconds. */
  delay: number;
  /** The part of the pieces that are lost; each comes after a retransmission, and what follows it comes no sooner. */
  loss: number;
}

const SEGMENT = 64 * 1024;
const RETRANSMISSION = 200;

export async function startRelay(to: number, path: Path): Promise<Relay> {
  const sockets = new Set<Socket>();
  const server = net.createServer((near) => {
    const far = net.connect(to, "127.0.0.1");
    for (const [from, into] of [
      [near, far],
      [far, near],
    ] as const) {
      sockets.add(from);
      from.setNoDelay(true);
      from.on("error", () => {});
      carry(from, into, path);
    }
  });
  server.listen(0, "0.0.0.0");
  await once(server, "listening");
  return {
    port: (server.address() as AddressInfo).port,
    close() {
      server.close();
      for (const socket of sockets) socket.destroy();
    },
  };
}

function carry(from: Socket, into: Socket, { delay, loss }: Path): void {
  // In the order in which they came; timers of their own would overtake each other.
  const underWay: { at: number; act(): void }[] = [];
  let isSet = false;
  let free = 0;
  const arrive = () => {
    isSet = false;
    const time = performance.now();
    while (underWay[0] !== undefined && underWay[0].at <= time) underWay.shift()!.act();
    set();
  };
  const later = (act: () => void, lost: boolean) => {
    free = Math.max(performance.now() + delay + (lost ? RETRANSMISSION + delay : 0), free);
    underWay.push({ at: free, act });
    set();
  };
  const set = () => {
    if (isSet || underWay[0] === undefined) return;
    isSet = true;
    setTimeout(arrive, underWay[0].at - performance.now());
  };
  from.on("data", (bytes) => {
    const lost = Math.random() < 1 - (1 - loss) ** Math.ceil(bytes.length / SEGMENT);
    later(() => void (into.destroyed || into.write(bytes)), lost);
  });
  from.on("end", () => later(() => into.end(), false));
  // What is still on its way arrives, unless the connection was cut.
  from.on("close", (failed) => later(() => (failed ? into.destroy() : into.end()), false));
}
