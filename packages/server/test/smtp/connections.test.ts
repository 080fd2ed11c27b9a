import dns from "node:dns";
import { once } from "node:events";
import { connect as connectSocket, Socket } from "node:net";
import { PassThrough } from "node:stream";
import { connect as connectTls } from "node:tls";
import { expect, onTestFinished, test, vi } from "vitest";
import { ImmediateGreetingServer } from "../../src/smtp/immediate-greeting-server.ts";
import { createMailParsing } from "../../src/smtp/mail-parsing.ts";
import type { SenderLimiter } from "../../src/smtp/sender-limits.ts";
import { ensureCertificate } from "../../src/smtp/tls.ts";
import { connectSmtp, startMail } from "./smtp-client.ts";
import { startSmtp } from "./start-smtp.ts";

async function dial(port: number) {
  const client = await connectSmtp(port);
  onTestFinished(() => client.close());
  return client;
}

test("connections that ended, in whichever way, are not counted among those that are open", async () => {
  const connect = vi.spyOn(ImmediateGreetingServer.prototype, "connect");
  onTestFinished(() => connect.mockRestore());
  await using smtp = await startSmtp({ senderLimits: { maxConnections: 3, maxNonMailCommands: 1 } });
  const count = () => (connect.mock.contexts[0] as ImmediateGreetingServer).connections.size;
  const quitting = await dial(smtp.port);
  await quitting.reply();
  const vanishing = await dial(smtp.port);
  await vanishing.reply();
  const tiring = await dial(smtp.port);
  await tiring.reply();
  // The connection above the limit is rejected and never counted.
  expect(await (await dial(smtp.port)).reply()).toMatch(/^421 /);
  expect(count()).toBe(3);
  await quitting.say("QUIT\r\n");
  await expect.poll(count).toBe(2);
  vanishing.close();
  await expect.poll(count).toBe(1);
  await tiring.say("NOOP\r\n");
  expect(await tiring.say("NOOP\r\n")).toMatch(/^421 .*Too many commands/);
  await expect(tiring.reply()).rejects.toThrow("hung up");
  await expect.poll(count).toBe(0);
});

test("a client that quits reads the goodbye, and keeps no socket open by not closing its side", async () => {
  const connect = vi.spyOn(ImmediateGreetingServer.prototype, "connect");
  onTestFinished(() => connect.mockRestore());
  await using smtp = await startSmtp({});
  const socket = connectSocket({ port: smtp.port, host: "127.0.0.1", allowHalfOpen: true });
  onTestFinished(() => void socket.destroy());
  let received = "";
  socket.on("data", (bytes) => {
    received += bytes;
  });
  await once(socket, "data");
  socket.write("HELO a.test\r\nNOOP\r\nQUIT\r\nNOOP\r\n");
  await once(socket, "end");
  expect(received.split("\r\n").map((line) => line.slice(0, 3))).toEqual(["220", "250", "250", "221", ""]);
  expect(connect.mock.calls[0]?.[0].destroyed).toBe(true);
  expect(socket.writable).toBe(true);
});

test.each([
  [0, 2 ** 31 - 1],
  [20_000, 20_000],
])("with an idle time of %d ms, a connection without a word ends after %d ms", async (idleTimeoutMs, milliseconds) => {
  const connect = vi.spyOn(ImmediateGreetingServer.prototype, "connect");
  onTestFinished(() => connect.mockRestore());
  await using smtp = await startSmtp({ idleTimeoutMs });
  await (await dial(smtp.port)).reply();
  expect(connect.mock.calls[0]?.[0]).toMatchObject({ timeout: milliseconds });
});

test("a client that disconnects right after the TLS handshake is reported once; one that greets is not", async () => {
  const warned: string[] = [];
  const tls = await ensureCertificate(null, { domain: "mail.test" });
  await using smtp = await startSmtp({ tls, log: { info() {}, warn: (line) => void warned.push(line) } });
  const secure = async () => {
    const client = await dial(smtp.port);
    await client.reply();
    await client.say("EHLO a.test\r\n");
    expect(await client.say("STARTTLS\r\n")).toMatch(/^220 /);
    client.socket.removeAllListeners("data");
    const socket = connectTls({ socket: client.socket, rejectUnauthorized: false });
    await once(socket, "secureConnect");
    return socket;
  };
  const greeting = await secure();
  greeting.write("EHLO a.test\r\n");
  await once(greeting, "data");
  greeting.end("QUIT\r\n");
  await once(greeting, "close");
  const silent = await secure();
  silent.end();
  await once(silent, "close");
  await expect
    .poll(() => warned)
    .toEqual([expect.stringMatching(/disconnected during TLS(?: \([^)]+\))?\. If it does not trust .*--smtp-tls off/)]);
});

test("a client that does not speak TLS after STARTTLS is reported once, as that, and with the reason", async () => {
  const lines: string[] = [];
  const tls = await ensureCertificate(null, { domain: "mail.test" });
  const log = { info: (line: string) => void lines.push(line), warn: (line: string) => void lines.push(line) };
  await using smtp = await startSmtp({ tls, log });
  const client = await dial(smtp.port);
  await client.reply();
  await client.say("EHLO a.test\r\n");
  expect(await client.say("STARTTLS\r\n")).toMatch(/^220 /);
  client.socket.write("EHLO again.test\r\n");
  await once(client.socket, "close");
  await expect.poll(() => lines.length).toBe(1);
  // The server has handled the end of a later connection, so it has nothing more to say of this one.
  const next = await dial(smtp.port);
  await next.reply();
  await next.say("QUIT\r\n");
  expect(lines).toEqual([expect.stringMatching(/disconnected during TLS \(wrong version number\)\. If/)]);
});

test("non-mail commands are counted in any letter case", async () => {
  await using smtp = await startSmtp({ senderLimits: { maxNonMailCommands: 2 } });
  const client = await dial(smtp.port);
  await client.reply();
  for (const line of ["noop", "NoOp"]) expect(await client.say(`${line}\r\n`)).toMatch(/^250 /);
  expect(await client.say("nOOP\r\n")).toMatch(/^421 .*Too many commands/);
});

test.each(["WIZ", "SHELL", "KILL"])("%s is no command here", async (name) => {
  await using smtp = await startSmtp();
  const client = await dial(smtp.port);
  await client.reply();
  expect(await client.say(`${name}\r\n`)).toMatch(/^5\d\d /);
});

test("clients up to the limit are greeted, and each that disconnects makes way for the next", async () => {
  await using smtp = await startSmtp({ maxClients: 2 });
  const first = await dial(smtp.port);
  const second = await dial(smtp.port);
  for (const client of [first, second]) expect(await client.reply()).toMatch(/^220 /);
  const third = await dial(smtp.port);
  expect(await third.reply()).toBe("421 mail.test Too many connected clients, try again in a moment");
  await expect(third.reply()).rejects.toThrow("hung up");
  second.close();
  // The server may hear of the end a little later than its client.
  let greeting = "421 ";
  while (greeting.startsWith("421 ")) greeting = await (await dial(smtp.port)).reply();
  expect(greeting).toMatch(/^220 /);
});

test("two clients that come at once each get the place of another idle connection", async () => {
  await using smtp = await startSmtp({ maxClients: 3 });
  const goodbyes: Promise<string>[] = [];
  for (let at = 0; at < 3; at++) {
    // Keeps its side open, so that the server's socket is still open when the next client comes.
    const socket = connectSocket({ port: smtp.port, host: "127.0.0.1", allowHalfOpen: true });
    onTestFinished(() => void socket.destroy());
    await once(socket, "data");
    goodbyes.push(once(socket, "data").then(String));
  }
  for (const address of ["127.0.0.2", "127.0.0.3"]) {
    const client = await connectSmtp(smtp.port, address);
    onTestFinished(() => client.close());
    expect(await client.reply()).toMatch(/^220 /);
  }
  for (const goodbye of goodbyes.slice(0, 2)) expect(await goodbye).toMatch(/^421 Your address has the most/);
});

test("a rejected client that resets its connection is no error of the server", () => {
  const server = new ImmediateGreetingServer({ logger: false });
  server.senderLimiter = { admit: () => "Too many connections" } as unknown as SenderLimiter;
  const socket = new PassThrough();
  server.connect(socket as unknown as Socket);
  expect(() => socket.emit("error", new Error("reset"))).not.toThrow();
  socket.destroy();
});

test("an idle time of 0 sets the longest that a timer can have, not the library's minute", async () => {
  const setTimeout = vi.spyOn(Socket.prototype, "setTimeout");
  onTestFinished(() => setTimeout.mockRestore());
  await using smtp = await startSmtp({ idleTimeoutMs: 0 });
  await (await dial(smtp.port)).reply();
  expect(setTimeout.mock.calls.map(([milliseconds]) => milliseconds)).toContain(2 ** 31 - 1);
});

test("no name is looked up for a client, because that would delay its greeting", async () => {
  const reverse = vi.spyOn(dns, "reverse");
  onTestFinished(() => reverse.mockRestore());
  await using smtp = await startSmtp();
  expect(await (await dial(smtp.port)).reply()).toMatch(/^220 /);
  expect(reverse).not.toHaveBeenCalled();
});

test("a client that stalls in the middle of a mail does not keep the listener from closing", async () => {
  const smtp = await startSmtp({ closeTimeoutMs: 20 });
  const client = await dial(smtp.port);
  await client.reply();
  for (const line of ["EHLO a.test", "MAIL FROM:<a@a.test>", "RCPT TO:<ann@mail.test>"])
    await client.say(`${line}\r\n`);
  expect(await client.say("DATA\r\n")).toMatch(/^354 /);
  await smtp[Symbol.asyncDispose]();
  expect(await client.reply()).toMatch(/^421 /);
}, 20_000);

test("a client whose mail was still arriving does not keep the listener open with its idle connection", async () => {
  const smtp = await startSmtp({ closeTimeoutMs: 600_000 });
  const client = await startMail(smtp.port, ["ann@mail.test"]);
  onTestFinished(() => client.close());
  await client.say("DATA\r\n");
  let isClosed = false;
  void smtp[Symbol.asyncDispose]().then(() => (isClosed = true));
  expect(await client.say("Subject: last\r\n\r\nx\r\n.\r\n")).toMatch(/^250 /);
  expect(await client.reply()).toMatch(/^421 Server shutting down/);
  await expect.poll(() => isClosed).toBe(true);
  expect(smtp.delivered).toHaveLength(1);
});

test("a parsing that is shared is not closed with the listener", async () => {
  const parsing = createMailParsing(undefined);
  const close = vi.spyOn(parsing, "close");
  const smtp = await startSmtp({ parsing });
  await smtp[Symbol.asyncDispose]();
  expect(close).not.toHaveBeenCalled();
  await parsing.close();
});
