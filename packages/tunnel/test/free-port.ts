import { createSocket } from "node:dgram";
import { once } from "node:events";
import { createServer } from "node:net";

/** Below the ports that systems give to whoever asks for any: nobody is given one of these meanwhile. */
const FIRST = 20_000;
const COUNT = 6_000;

/**
 * A port on which nobody listens, for a program that can't say which it took, or that comes back to the one it had. It is this
 * process's until that ends: whoever else asks here is given another, in whatever process.
 */
export async function freePort(): Promise<number> {
  for (;;) {
    const port = FIRST + Math.floor(Math.random() * COUNT);
    if ((await claim(port)) && (await isFree(port))) return port;
  }
}

/** By a UDP port so far above it that no program's own is taken, whatever kinds it uses. */
async function claim(port: number): Promise<boolean> {
  const socket = createSocket("udp4").unref();
  const isOurs = hears(socket, "listening");
  socket.bind(port + COUNT, "127.0.0.1");
  if (!(await isOurs)) socket.close();
  return isOurs;
}

/** On every address, for a program may want any of them. */
async function isFree(port: number): Promise<boolean> {
  const probe = createServer().listen(port);
  if (!(await hears(probe, "listening"))) return false;
  probe.close();
  await once(probe, "close");
  return true;
}

const hears = (emitter: NodeJS.EventEmitter, event: string) =>
  once(emitter, event).then(
    () => true,
    () => false,
  );
