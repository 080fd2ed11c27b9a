import { once } from "node:events";
import { type AddressInfo, connect, createServer, type Socket } from "node:net";
import { expect, onTestFinished, test, vi } from "vitest";
import { createReplyBatch } from "../../src/smtp/reply-batch.ts";

/** Opens a connection, and returns both of its ends. */
async function openConnection() {
  const listener = createServer().listen(0, "127.0.0.1");
  onTestFinished(() => void listener.close());
  await once(listener, "listening");
  const client = connect((listener.address() as AddressInfo).port, "127.0.0.1");
  const [socket]: Socket[] = await once(listener, "connection");
  if (socket === undefined) throw new Error("No connection");
  for (const end of [client, socket]) onTestFinished(() => void end.destroy());
  return { socket, client };
}

/** Resolves with all that the client receives until the connection ends. */
async function readAll(client: Socket): Promise<string> {
  let text = "";
  for await (const chunk of client) text += chunk;
  return text;
}

const nextTurn = () => new Promise(setImmediate);

test("replies of one turn are held until it ends, and then leave in one write for each connection", async () => {
  const connections = [await openConnection(), await openConnection()];
  const batch = createReplyBatch();
  const writes: string[] = [];
  for (const [index, { socket }] of connections.entries()) {
    const writev = socket._writev?.bind(socket);
    vi.spyOn(socket, "_writev").mockImplementation((chunks, callback) => {
      writes.push(`${index}: ${chunks.map(({ chunk }) => String(chunk).trim()).join(", ")}`);
      writev?.(chunks, callback);
    });
  }
  for (const reply of ["one", "two"])
    for (const { socket } of connections) {
      batch.hold(socket);
      socket.write(`${reply}\r\n`);
    }
  await Promise.resolve();
  expect(writes).toEqual([]);
  await nextTurn();
  expect(writes).toEqual(["0: one, two", "1: one, two"]);
});

test("each turn has a batch of its own", async () => {
  const { socket, client } = await openConnection();
  const batch = createReplyBatch();
  for (const reply of ["one", "two", "three"]) {
    batch.hold(socket);
    socket.write(reply);
    expect(socket.writableLength).toBe(reply.length);
    await nextTurn();
    expect([socket.writableLength, socket.writableCorked]).toEqual([0, 0]);
  }
  socket.end();
  expect(await readAll(client)).toBe("onetwothree");
});

test("a reply that is released leaves at once, and those after it are held again", async () => {
  const { socket, client } = await openConnection();
  const batch = createReplyBatch();
  batch.hold(socket);
  socket.write("first ");
  batch.release(socket);
  expect([socket.writableLength, socket.writableCorked]).toEqual([0, 0]);
  batch.hold(socket);
  socket.write("second");
  expect(socket.writableLength).toBe("second".length);
  batch.close(socket);
  expect(socket.destroyed).toBe(false);
  expect(await readAll(client)).toBe("first second");
  expect(socket.destroyed).toBe(true);
});

test("what somebody else holds back is not sent", async () => {
  const { socket } = await openConnection();
  const batch = createReplyBatch();
  socket.cork();
  socket.write("later");
  batch.release(socket);
  expect(socket.writableCorked).toBe(1);
  batch.hold(socket);
  await nextTurn();
  expect([socket.writableCorked, socket.writableLength]).toEqual([1, "later".length]);
});

test("a connection that is closed without a held reply is closed when the turn ends", async () => {
  const { socket } = await openConnection();
  const batch = createReplyBatch();
  batch.close(socket);
  expect(socket.destroyed).toBe(false);
  await nextTurn();
  expect(socket.destroyed).toBe(true);
});
