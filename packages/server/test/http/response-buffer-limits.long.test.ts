import { once } from "node:events";
import { createServer } from "node:http";
import { type AddressInfo, connect, type Socket } from "node:net";
import { expect, onTestFinished, test } from "vitest";
import { createResponseBufferLimits } from "../../src/http/response-buffer-limits.ts";

const MEBIBYTE = 1024 * 1024;
const ask = "GET / HTTP/1.1\r\nHost: desk.test\r\n\r\n";

/** A server of long answers that holds at most three of them for clients who do not read. */
async function start() {
  const unread = createResponseBufferLimits(48 * MEBIBYTE);
  let written = 0;
  const server = createServer((_request, response) => {
    unread.watch(response);
    response.end(Buffer.alloc(16 * MEBIBYTE));
    written += 1;
  }).listen(0, "127.0.0.1");
  await once(server, "listening");
  onTestFinished(() => {
    server.close();
    server.closeAllConnections();
  });
  const { port } = server.address() as AddressInfo; // A TCP listener has no other form of address.
  const open = async () => {
    const socket = connect(port, "127.0.0.1").pause();
    socket.on("error", () => {});
    onTestFinished(() => void socket.destroy());
    await once(socket, "connect");
    return socket;
  };
  return { open, url: `http://127.0.0.1:${port}/`, server, written: () => written };
}

const isOpen = (server: ReturnType<typeof createServer>) =>
  new Promise<number>((resolve) => server.getConnections((_error, count) => resolve(count)));

async function ends(socket: Socket): Promise<void> {
  const closed = once(socket, "close");
  socket.resume();
  await closed;
}

test("the client that has not read for longest is closed when too much waits, and readers get everything", async () => {
  const { open, url, server, written } = await start();
  const clients: Socket[] = [];
  for (let count = 1; count <= 5; count += 1) {
    const client = await open();
    client.write(ask);
    clients.push(client);
    await expect.poll(written).toBe(count);
  }
  await expect.poll(() => isOpen(server)).toBeLessThan(5);
  const [first] = clients;
  if (first) await ends(first);
  expect((await (await fetch(url)).arrayBuffer()).byteLength).toBe(16 * MEBIBYTE);
});

test("so is one connection that sends many requests and reads nothing", async () => {
  const { open, server } = await start();
  const client = await open();
  client.write(ask.repeat(8));
  await expect.poll(() => isOpen(server)).toBe(0);
  await ends(client);
});

test("a connection that reads may send any number of requests", async () => {
  const { url } = await start();
  for (let count = 0; count < 5; count += 1)
    expect((await (await fetch(url)).arrayBuffer()).byteLength).toBe(16 * MEBIBYTE);
});
