import { once } from "node:events";
import { afterEach, expect, test } from "vitest";
import { connectSmtp, type SmtpClient, startMail } from "./smtp-client.ts";
import { startSmtp, type TestSmtp } from "./start-smtp.ts";

const MEBIBYTE = 1024 * 1024;
const open: { close(): unknown }[] = [];
afterEach(async () => {
  for (const resource of open.splice(0).reverse()) await resource.close();
});

async function start(options: Parameters<typeof startSmtp>[0] = {}): Promise<TestSmtp> {
  const smtp = await startSmtp(options);
  open.push({ close: () => smtp[Symbol.asyncDispose]() });
  return smtp;
}

async function dial(port: number, recipients?: string[]): Promise<SmtpClient> {
  const client = recipients ? await startMail(port, recipients) : await connectSmtp(port);
  open.push(client);
  return client;
}

/** The listener goes on serving others. */
async function expectService(smtp: TestSmtp): Promise<void> {
  const client = await dial(smtp.port, ["ann@mail.test"]);
  expect(await client.say("DATA\r\n")).toMatch(/^354 /);
  expect(await client.say("Subject: still here\r\n\r\nx\r\n.\r\n")).toMatch(/^250 /);
  expect(smtp.delivered.at(-1)?.mail.subject).toBe("still here");
}

test("rejects a mail that is announced as too large", async () => {
  const smtp = await start({ maxSize: 1000 });
  const client = await dial(smtp.port);
  await client.reply();
  expect(await client.say("EHLO client.test\r\n")).toContain("SIZE 1000");
  expect(await client.say("MAIL FROM:<a@client.test> SIZE=1001\r\n")).toMatch(/^552 /);
  expect(await client.say("MAIL FROM:<a@client.test> SIZE=1000\r\n")).toMatch(/^250 /);
});

test("rejects a mail that turns out too large with 552, and accepts the next one", async () => {
  const smtp = await start({ maxSize: MEBIBYTE });
  const client = await dial(smtp.port, ["ann@mail.test"]);
  await client.say("DATA\r\n");
  const line = `${"x".repeat(998)}\r\n`.repeat(100);
  for (let sent = 0; sent < 2 * MEBIBYTE; sent += line.length) await client.write(line);
  expect(await client.say(".\r\n")).toMatch(/^552 /);
  expect(await client.say("MAIL FROM:<a@client.test>\r\n")).toMatch(/^250 /);
  expect(smtp.delivered).toEqual([]);
});

test("reads a mail to its end up to four times the limit, and disconnects beyond that", async () => {
  const smtp = await start({ maxSize: 1000, idleTimeoutMs: 20_000 });
  const client = await dial(smtp.port, ["ann@mail.test"]);
  await client.say("DATA\r\n");
  // The last bytes wait for what follows, because a mail's end may begin there.
  expect(await client.say(`${"x".repeat(3_998)}\r\n.\r\n`)).toMatch(/^552 /);
  await client.say("MAIL FROM:<a@client.test>\r\n");
  await client.say("RCPT TO:<ann@mail.test>\r\n");
  await client.say("DATA\r\n");
  expect(await client.say("x".repeat(4_005))).toMatch(/^552 The message is far too large/);
  await expect(client.reply()).rejects.toThrow("hung up");
  await expectService(smtp);
});

test("disconnects during a mail of 300 MB without buffering it", async () => {
  const smtp = await start({ maxSize: MEBIBYTE });
  const client = await dial(smtp.port, ["ann@mail.test"]);
  await client.say("DATA\r\n");
  const chunk = Buffer.alloc(MEBIBYTE, "x");
  let sent = 0;
  for (; sent < 300 && !client.socket.destroyed && client.socket.writable; sent += 1) await client.write(chunk);
  expect(sent).toBeLessThan(300);
  await expectService(smtp);
});

test("takes one line of many megabytes", async () => {
  const smtp = await start();
  const client = await dial(smtp.port, ["ann@mail.test"]);
  await client.say("DATA\r\n");
  await client.write("Subject: long\r\n\r\n");
  for (let sent = 0; sent < 8; sent += 1) await client.write(Buffer.alloc(MEBIBYTE, "x"));
  expect(await client.say("\r\n.\r\n")).toMatch(/^250 /);
  expect(smtp.delivered[0]?.mail.body.length).toBe(2 * MEBIBYTE);
});

test("disconnects on an endless command line", async () => {
  const smtp = await start();
  const client = await dial(smtp.port);
  await client.reply();
  expect(await client.say("NOOP ".padEnd(20_000, "x"))).toMatch(/^421 /);
  await expectService(smtp);
});

test("rejects commands in the wrong order", async () => {
  const { port } = await start();
  const client = await dial(port);
  await client.reply();
  expect(await client.say("MAIL FROM:<a@client.test>\r\n")).toMatch(/^503 /);
  await client.say("EHLO client.test\r\n");
  expect(await client.say("RCPT TO:<ann@mail.test>\r\n")).toMatch(/^503 /);
  expect(await client.say("DATA\r\n")).toMatch(/^503 /);
  await client.say("MAIL FROM:<a@client.test>\r\n");
  expect(await client.say("MAIL FROM:<b@client.test>\r\n")).toMatch(/^503 /);
  expect(await client.say("DATA\r\n")).toMatch(/^503 /);
  expect(await client.say("AUTH PLAIN AGFubgBhbm4=\r\n")).toMatch(/^500 /);
  expect(await client.say("STARTTLS\r\n")).toMatch(/^500 /);
  expect(await client.say("MAIL FROM:<broken\r\n")).toMatch(/^501 /);
});

test("disconnects after too many unknown commands", async () => {
  const smtp = await start();
  const client = await dial(smtp.port);
  await client.reply();
  let last = "";
  for (let turn = 0; turn < 20 && !last.startsWith("421"); turn += 1) last = await client.say("SPAM\r\n");
  expect(last).toMatch(/^421 /);
  await expectService(smtp);
});

test("ends a mail at CRLF.CRLF and at nothing else", async () => {
  const smtp = await start();
  for (const end of ["\n.\n", "\n.\r\n", "\r.\r", "\r\n.\n", "\r\n.\r"]) {
    const client = await dial(smtp.port, ["ann@mail.test"]);
    await client.say("DATA\r\n");
    await client.write(`Subject: one\r\n\r\nfirst${end}MAIL FROM:<evil@client.test>\r\nsmuggled`);
    expect(await client.say("\r\n.\r\n")).toMatch(/^250 /);
    expect(smtp.delivered.at(-1)?.mail.body).toContain("smuggled");
    client.close();
  }
  expect(smtp.delivered).toHaveLength(5);
});

test("undoes dot-stuffing wherever the network cuts the lines", async () => {
  const smtp = await start();
  const client = await dial(smtp.port, ["ann@mail.test"]);
  await client.say("DATA\r\n");
  for (const character of "Subject: dots\r\n\r\n..\r\n...two\r\nx.\r\n") {
    client.socket.write(character);
    await new Promise(setImmediate);
  }
  expect(await client.say(".\r\n")).toMatch(/^250 /);
  expect(smtp.delivered[0]?.mail.body).toBe(".\n..two\nx.");
});

test("responds to pipelined commands, including those after the mail", async () => {
  const smtp = await start();
  const client = await dial(smtp.port);
  const mail = "MAIL FROM:<a@client.test>\r\nRCPT TO:<ann@mail.test>\r\nDATA\r\n";
  const replies = [client.reply()];
  replies.push(
    client.say(`EHLO client.test\r\n${mail}Subject: a\r\n\r\n1\r\n.\r\n${mail}Subject: b\r\n\r\n2\r\n.\r\nQUIT\r\n`),
  );
  for (let index = 0; index < 9; index += 1) replies.push(client.reply());
  const codes = (await Promise.all(replies)).map((reply) => reply.slice(0, 3));
  expect(codes.join(" ")).toBe("220 250 250 250 354 250 250 250 354 250 221");
  expect(smtp.delivered.map(({ mail }) => mail.subject)).toEqual(["a", "b"]);
});

test("accepts a hundred recipients and rejects the next with 452", async () => {
  const smtp = await start({ resolve: async (name) => name });
  const client = await dial(smtp.port, []);
  const commands = Array.from({ length: 101 }, (_, index) => `RCPT TO:<box${index}@mail.test>\r\n`);
  const replies = [client.say(commands.join("")), ...commands.slice(1).map(() => client.reply())];
  const codes = (await Promise.all(replies)).map((reply) => reply.slice(0, 3));
  expect(codes.filter((code) => code === "250")).toHaveLength(100);
  expect(codes.at(-1)).toBe("452");
  await client.say("DATA\r\n");
  expect(await client.say("Subject: all\r\n\r\nx\r\n.\r\n")).toMatch(/^250 /);
  expect(smtp.delivered[0]?.destinations).toHaveLength(100);
});

test("disconnects a client that stalls in DATA, or sends too slowly", async () => {
  // So much that no other of these clients seems to stall where the machine does.
  const smtp = await start({ idleTimeoutMs: 500, dataTimeoutMs: 800 });
  const stalled = await dial(smtp.port, ["ann@mail.test"]);
  await stalled.say("DATA\r\n");
  expect(await stalled.say("Subject: never ends\r\n")).toMatch(/^421 /);

  const dripping = await dial(smtp.port, ["ann@mail.test"]);
  await dripping.say("DATA\r\n");
  const drip = setInterval(() => dripping.socket.write("x"), 20);
  expect(await dripping.reply()).toMatch(/^421 /);
  clearInterval(drip);
  await expectService(smtp);
  expect(smtp.delivered).toHaveLength(1);
});

test("survives clients that vanish in the middle of a mail", async () => {
  const smtp = await start();
  for (let turn = 0; turn < 20; turn += 1) {
    const client = await dial(smtp.port, ["ann@mail.test"]);
    await client.say("DATA\r\n");
    await client.write("Subject: half\r\n\r\nhal");
    client.socket.resetAndDestroy();
    await once(client.socket, "close");
  }
  await expectService(smtp);
  expect(smtp.delivered).toHaveLength(1);
});

test("rejects a client above the limit", async () => {
  const { port } = await start({ maxClients: 2 });
  await (await dial(port)).reply();
  await (await dial(port)).reply();
  expect(await (await dial(port)).reply()).toMatch(/^421 /);
});

test("ends idle connections when it closes", async () => {
  const smtp = await startSmtp({ closeTimeoutMs: 5000 });
  const client = await dial(smtp.port, []);
  const goodbye = client.reply();
  await smtp[Symbol.asyncDispose]();
  expect(await goodbye).toMatch(/^421 /);
});

test("on close, accepts the current message and no other on the same connection", async () => {
  // Longer than the test may take.
  const smtp = await startSmtp({ closeTimeoutMs: 600_000 });
  const client = await dial(smtp.port, ["ann@mail.test"]);
  expect(await client.say("DATA\r\n")).toMatch(/^354 /);
  const closed = smtp[Symbol.asyncDispose]();
  expect(await client.say("Subject: last\r\n\r\nIt is 123456.\r\n.\r\n")).toMatch(/^250 /);
  expect(await client.reply()).toMatch(/^421 Server shutting down/);
  await closed;
  expect(smtp.delivered).toHaveLength(1);
});
