import { once } from "node:events";
import { connect, createServer, type Socket } from "node:net";

/** Stands between an agent and the server. Told to, it takes nothing more for the agent but on its first connection. */
export async function startRelay(to: number) {
  const sockets: Socket[] = [];
  const fromServer: Socket[] = [];
  let deaf = false;
  const listener = createServer((agent) => {
    const server = connect(to, "127.0.0.1");
    for (const socket of [agent, server]) {
      socket.on("error", () => {});
      sockets.push(socket);
    }
    agent.on("close", () => server.destroy());
    server.on("close", () => agent.destroy());
    agent.pipe(server);
    // The first is the control connection, on which the agent goes on to say that it is there.
    const isControl = fromServer.push(server) === 1;
    server.on("data", (bytes) => {
      if (!agent.write(bytes)) server.pause();
    });
    agent.on("drain", () => {
      if (!deaf || isControl) server.resume();
    });
    if (deaf) server.pause();
  }).listen(0, "127.0.0.1");
  await once(listener, "listening");
  return {
    port: (listener.address() as { port: number }).port,
    stopReading() {
      deaf = true;
      for (const server of fromServer.slice(1)) server.pause();
    },
    close() {
      listener.close();
      for (const socket of sockets) socket.destroy();
    },
  };
}
