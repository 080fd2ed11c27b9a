import { once } from "node:events";
import net from "node:net";
import { onTestFinished } from "vitest";
import { freePort } from "../free-port.ts";
import type { Testbed } from "./testbed.ts";

/** What stands between client and edge, and does not always do what it should. It refuses until it listens. */
export async function startFront(bed: Testbed) {
  const open = new Set<net.Socket>();
  let treat: ((socket: net.Socket) => void) | "pass" = "pass";
  const server = net.createServer((socket) => {
    open.add(socket.on("close", () => open.delete(socket)).on("error", () => {}));
    if (treat !== "pass") return void socket.once("data", treat.bind(null, socket));
    const upstream = net.connect(bed.port, "127.0.0.1").on("error", () => {});
    socket.pipe(upstream).pipe(socket);
    socket.on("close", () => upstream.destroy());
  });
  const port = await freePort();
  const close = async () => {
    const closed = once(server, "close");
    server.close();
    for (const socket of open) socket.destroy();
    await closed;
  };
  onTestFinished(async () => {
    if (server.listening) await close();
  });
  return {
    port,
    async listen() {
      server.listen(port, "127.0.0.1");
      await once(server, "listening");
    },
    behave(next: typeof treat) {
      treat = next;
    },
    cut: async () => {
      for (const socket of open) socket.destroy();
    },
  };
}
