import { once } from "node:events";
import net, { type Socket } from "node:net";
import type { Duplex } from "node:stream";
import { expect, onTestFinished, test } from "vitest";
import { serveData } from "../../src/agent/serve-data.ts";
import { CARRY, createCarrier } from "../../src/wire/index.ts";

/** Two ends of a connection over loopback. */
async function connect(): Promise<[Socket, Socket]> {
  const server = net.createServer().listen(0, "127.0.0.1");
  await once(server, "listening");
  const here = net.connect((server.address() as net.AddressInfo).port, "127.0.0.1");
  const [there] = (await once(server, "connection")) as [Socket];
  server.close();
  onTestFinished(() => {
    here.destroy();
    there.destroy();
  });
  return [here, there];
}

/** The first connection that is served, with its first bytes. */
function serve(socket: Socket, first = Buffer.alloc(0)): Promise<[Duplex, string]> {
  return new Promise((resolve) => {
    serveData({
      socket,
      first,
      serve(data, head) {
        if (head.length > 0) resolve([data, String(head)]);
        else data.once("data", (bytes) => resolve([data, String(bytes)]));
      },
    });
  });
}

test("requests are served on the connection itself", async () => {
  const [edge, agent] = await connect();
  const served = serve(agent);
  edge.write("COPY /a HTTP/1.1\r\n\r\n");
  expect(await served).toEqual([agent, "COPY /a HTTP/1.1\r\n\r\n"]);
});

test("bytes that came along with the acceptance count", async () => {
  const [, agent] = await connect();
  expect((await serve(agent, Buffer.from("GET /")))[1]).toBe("GET /");
});

test("a connection that begins with the mark carries channels, however the mark is cut", async () => {
  const [edge, agent] = await connect();
  const served = serve(agent, Buffer.from(CARRY.slice(0, 3)));
  edge.write(CARRY.slice(3, 9));
  edge.write(CARRY.slice(9));
  createCarrier({ socket: edge }).open().write("GET / HTTP/1.1\r\n\r\n");
  const [data, head] = await served;
  expect(data).not.toBe(agent);
  expect(head).toBe("GET / HTTP/1.1\r\n\r\n");
});
