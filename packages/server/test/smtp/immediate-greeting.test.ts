import { once } from "node:events";
import type { AddressInfo, Socket } from "node:net";
import { SMTPConnection } from "smtp-server/lib/smtp-connection";
import { expect, onTestFinished, test, vi } from "vitest";
import { ImmediateGreetingServer } from "../../src/smtp/immediate-greeting-server.ts";
import type { SenderLimiter } from "../../src/smtp/sender-limits.ts";
import { connectSmtp } from "./smtp-client.ts";

/** Opens the server and a connection to it. Returns both ends, after the greeting. */
async function connectTo(server: ImmediateGreetingServer) {
  const listener = server.listen(0, "127.0.0.1");
  onTestFinished(() => void server.close());
  const accepted = once(listener, "connection");
  await once(listener, "listening");
  const client = await connectSmtp((listener.address() as AddressInfo).port);
  onTestFinished(() => client.close());
  expect(await client.reply()).toMatch(/^220 /);
  const [socket]: Socket[] = await accepted;
  if (socket === undefined) throw new Error("No connection");
  return { client, socket };
}

test("a command that fails unexpectedly gets 421, is logged, and affects no other client", async () => {
  const told: string[] = [];
  const server = new ImmediateGreetingServer({ disabledCommands: ["AUTH", "STARTTLS"], logger: false });
  server.on("error", (error: Error) => void told.push(error.message));
  const senderLimiter: Partial<SenderLimiter> = {
    admit: () => null,
    countCommand(_session, name) {
      if (name === "VRFY") throw new Error("unforeseen");
      return null;
    },
  };
  // Only the listener calls the other methods.
  server.senderLimiter = senderLimiter as SenderLimiter;
  const listener = server.listen(0, "127.0.0.1");
  onTestFinished(() => void server.close());
  await once(listener, "listening");
  const { port } = listener.address() as AddressInfo;
  const [first, second] = [await connectSmtp(port), await connectSmtp(port)];
  for (const client of [first, second]) {
    onTestFinished(() => client.close());
    expect(await client.reply()).toMatch(/^220 /);
  }
  expect(await first.say("VRFY ann\r\n")).toMatch(/^421 /);
  await expect(first.reply()).rejects.toThrow("hung up");
  expect(await second.say("NOOP\r\n")).toMatch(/^250 /);
  expect(told).toEqual(["unforeseen"]);
});

test("a client that says QUIT no longer counts at once, and no command after it is run", async () => {
  const server = new ImmediateGreetingServer({ disabledCommands: ["AUTH", "STARTTLS"], logger: false });
  const commands: string[] = [];
  const senderLimiter: Partial<SenderLimiter> = {
    admit: () => null,
    countCommand(_session, name) {
      commands.push(name);
      return null;
    },
  };
  // Only the listener calls the other methods.
  server.senderLimiter = senderLimiter as SenderLimiter;
  const { client, socket } = await connectTo(server);
  // Its end would also stop the count and the commands.
  const destroy = vi.spyOn(socket, "destroy").mockImplementation(() => socket);
  expect(await client.say("QUIT\r\nNOOP\r\n")).toMatch(/^221 /);
  for (let turn = 0; turn < 5; turn++) await new Promise(setImmediate);
  expect([server.connections.size, commands]).toEqual([0, ["QUIT"]]);
  destroy.mockRestore();
  socket.destroy();
});

test("a goodbye that the system does not take at once is sent before the connection is closed", async () => {
  const server = new ImmediateGreetingServer({ disabledCommands: ["AUTH", "STARTTLS"], logger: false });
  const { client, socket } = await connectTo(server);
  const [destroy, destroySoon] = [vi.spyOn(socket, "destroy"), vi.spyOn(socket, "destroySoon")];
  // Holds back what is written, until the socket is asked to end with it.
  socket.cork();
  destroySoon.mockImplementation(() => {
    expect([destroy.mock.calls.length, socket.writableLength > 0]).toEqual([0, true]);
    socket.uncork();
    socket.end();
  });
  expect(await client.say("QUIT\r\n")).toMatch(/^221 /);
  await expect(client.reply()).rejects.toThrow("hung up");
  expect(destroySoon).toHaveBeenCalledTimes(1);
});

test("replies to commands that arrive together leave in one write", async () => {
  const server = new ImmediateGreetingServer({ disabledCommands: ["AUTH", "STARTTLS"], logger: false });
  const { client, socket } = await connectTo(server);
  const writev = vi.spyOn(socket, "_writev");
  expect(await client.say("NOOP\r\nNOOP\r\nRSET\r\n")).toMatch(/^250 /);
  expect(writev.mock.calls.map(([chunks]) => chunks.length)).toEqual([3]);
});

test("the reply that allows TLS has left before the handshake begins", async () => {
  const server = new ImmediateGreetingServer({ disabledCommands: ["AUTH"], logger: false });
  const unsentBytes: number[] = [];
  vi.spyOn(SMTPConnection.prototype, "upgrade").mockImplementation(function (this: SMTPConnection) {
    unsentBytes.push(this._socket.writableLength);
  });
  onTestFinished(() => void vi.restoreAllMocks());
  const { client } = await connectTo(server);
  expect(await client.say("STARTTLS\r\n")).toMatch(/^220 /);
  expect(unsentBytes).toEqual([0]);
});
