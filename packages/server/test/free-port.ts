import { once } from "node:events";
import { createServer } from "node:net";

/** A port of loopback that was free a moment ago, for a program that can't say which it took. */
export async function freePort(): Promise<number> {
  const probe = createServer().listen(0, "127.0.0.1");
  await once(probe, "listening");
  const { port } = probe.address() as { port: number };
  probe.close();
  await once(probe, "close");
  return port;
}
