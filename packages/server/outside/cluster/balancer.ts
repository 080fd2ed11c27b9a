import { once } from "node:events";
import { type AddressInfo, connect, createServer, type Socket } from "node:net";

/** Gives each new connection to the next server that takes it, as a plain proxy in front does. */
export async function createBalancer(ports: () => number[], port = 0) {
  let turn = 0;
  let connections = 0;
  const open = new Set<Socket>();
  const server = createServer((client) => {
    connections++;
    open.add(client);
    client.on("error", () => {}).on("close", () => open.delete(client));
    const dial = (tries: number) => {
      const all = ports();
      const target = connect(all[turn++ % all.length]!, "127.0.0.1");
      target.once("error", () => (tries > 0 ? dial(tries - 1) : client.destroy()));
      target.once("connect", () => {
        target.removeAllListeners("error").on("error", () => client.destroy());
        client.pipe(target).pipe(client);
        client.on("close", () => target.destroy());
        target.on("close", () => client.destroySoon());
      });
    };
    dial(6);
  }).listen(port, "127.0.0.1");
  await once(server, "listening");
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    connections: () => connections,
    close() {
      server.close();
      for (const socket of open) socket.destroy();
    },
  };
}
