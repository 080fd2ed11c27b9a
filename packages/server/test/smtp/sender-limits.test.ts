import { EventEmitter } from "node:events";
import { afterEach, expect, test } from "vitest";
import { createSenderLimiter, type SenderLimits } from "../../src/smtp/sender-limits.ts";
import { connectSmtp, type SmtpClient, startMail } from "./smtp-client.ts";
import { startSmtp } from "./start-smtp.ts";

const open: SmtpClient[] = [];
afterEach(() => {
  for (const client of open.splice(0)) client.close();
});

async function dial(port: number, from?: string): Promise<SmtpClient> {
  const client = await connectSmtp(port, from);
  open.push(client);
  return client;
}

/** With a clock that moves by each delay. */
function setUp(limits: Partial<SenderLimits> = {}) {
  const bed = { time: 1_000_000, pauses: [] as number[] };
  const senderLimiter = createSenderLimiter({
    limits: { maxConnections: 2, maxUnknownRecipients: 3, maxNonMailCommands: 3, maxBytesPerMinute: 1000, ...limits },
    now: () => bed.time,
    delay: async (milliseconds) => {
      bed.pauses.push(milliseconds);
    },
  });
  const connection = (remoteAddress: string) => Object.assign(new EventEmitter(), { remoteAddress });
  return { bed, senderLimiter, connection };
}

test("an IP with too many connections is rejected, and others are served", async () => {
  await using smtp = await startSmtp({ senderLimits: { maxConnections: 2 } });
  const first = await dial(smtp.port);
  expect(await first.reply()).toMatch(/^220 /);
  expect(await (await dial(smtp.port)).reply()).toMatch(/^220 /);
  const third = await dial(smtp.port);
  expect(await third.reply()).toBe("421 4.7.0 Too many connections from your address, at most 2 at a time");
  await expect(third.reply()).rejects.toThrow("hung up");
  expect(await (await dial(smtp.port)).reply()).toMatch(/^421 /);
  await first.say("QUIT\r\n");
  await expect(first.reply()).rejects.toThrow("hung up");
  // The server may hear of the end a little later than its client.
  let greeting = "421 ";
  while (greeting.startsWith("421 ")) greeting = await (await dial(smtp.port)).reply();
  expect(greeting).toMatch(/^220 /);
});

test("at the limit, the IP with the most connections loses its oldest idle one, and no mail is interrupted", async () => {
  await using smtp = await startSmtp({ maxClients: 4 });
  const many: SmtpClient[] = [];
  for (let at = 0; at < 3; at++) {
    many.push(await dial(smtp.port));
    expect(await many.at(-1)!.reply()).toMatch(/^220 /);
  }
  const [writing, idle, later] = many as [SmtpClient, SmtpClient, SmtpClient];
  await writing.say("EHLO a.test\r\n");
  await writing.say("MAIL FROM:<a@b.test>\r\n");
  await writing.say("RCPT TO:<ann@mail.test>\r\n");
  expect(await writing.say("DATA\r\n")).toMatch(/^354 /);
  const evicted = idle.reply();
  const others = [await dial(smtp.port, "127.0.0.2"), await dial(smtp.port, "127.0.0.3")];
  for (const other of others) expect(await other.reply()).toMatch(/^220 /);
  expect(await evicted).toBe("421 Your address has the most connections, and others need one; try again in a moment");
  expect(await later.say("NOOP\r\n")).toMatch(/^250 /);
  expect(await writing.say("Subject: Hi\r\n\r\nHi\r\n.\r\n")).toMatch(/^250 /);
  // An IP with as many connections as the others is rejected.
  expect(await (await dial(smtp.port)).reply()).toBe("421 mail.test Too many connected clients, try again in a moment");
});

test("one machine's IPv6 addresses count as one, and two networks as two", () => {
  const { senderLimiter, connection } = setUp();
  expect(senderLimiter.admit(connection("2001:db8::1"))).toBeNull();
  expect(senderLimiter.admit(connection("2001:db8::2"))).toBeNull();
  expect(senderLimiter.admit(connection("2001:db8::3"))).toMatch(/^Too many connections/);
  expect(senderLimiter.admit(connection("2001:db8:0:1::3"))).toBeNull();
});

test("a client with too many unknown recipients is disconnected after a response to each", async () => {
  await using smtp = await startSmtp({ senderLimits: { maxUnknownRecipients: 3 } });
  const client = await startMail(smtp.port, ["ann@mail.test"]);
  open.push(client);
  for (const name of ["a", "b", "c"]) expect(await client.say(`RCPT TO:<${name}@mail.test>\r\n`)).toMatch(/^550 /);
  expect(await client.say("RCPT TO:<d@mail.test>\r\n")).toMatch(/^421 .*Too many unknown recipients/);
  await expect(client.reply()).rejects.toThrow("hung up");
});

test("a thousand guesses take a quarter of an hour, over however many connections", async () => {
  const { bed, senderLimiter } = setUp({ maxUnknownRecipients: 20 });
  let answered = 0;
  for (let guess = 0; guess < 1_000; guess++) {
    const before = bed.pauses.length;
    // Each guess by a connection of its own, one after the other.
    expect(await senderLimiter.countUnknownRecipient({}, "198.51.100.7")).toBeNull();
    for (const pause of bed.pauses.slice(before)) bed.time += pause;
    answered++;
  }
  expect(answered).toBe(1_000);
  expect((bed.time - 1_000_000) / 60_000).toBeCloseTo(15, 0);
  expect(await senderLimiter.countUnknownRecipient({}, "198.51.100.8")).toBeNull();
  expect(bed.pauses.length).toBe(900);
});

test("guesses over many connections do not all wait: those with the longest delay are disconnected", async () => {
  const { senderLimiter, bed } = setUp({ maxUnknownRecipients: 3 });
  const answers = await Promise.all(
    Array.from({ length: 200 }, () => senderLimiter.countUnknownRecipient({}, "198.51.100.7")),
  );
  expect(answers.filter((reason) => reason === null)).toHaveLength(15 + 30);
  expect(Math.max(...bed.pauses)).toBe(30_000);
});

test("a client that only sends NOOP is disconnected; one that sends mail in between is not", async () => {
  await using smtp = await startSmtp({ senderLimits: { maxNonMailCommands: 3 } });
  const client = await dial(smtp.port);
  await client.reply();
  for (let turn = 0; turn < 4; turn++) {
    for (const line of ["RSET", "NOOP"]) expect(await client.say(`${line}\r\n`)).toMatch(/^250 /);
    if (turn === 0) expect(await client.say("EHLO client.test\r\n")).toMatch(/^250/);
    await client.say("MAIL FROM:<a@client.test>\r\nRCPT TO:<ann@mail.test>\r\n");
    expect(await client.reply()).toMatch(/^250 /);
    expect(await client.say("DATA\r\n")).toMatch(/^354 /);
    expect(await client.say("Subject: x\r\n\r\nx\r\n.\r\n")).toMatch(/^250 /);
  }
  for (let turn = 0; turn < 3; turn++) await client.say("NOOP\r\n");
  expect(await client.say("NOOP\r\n")).toMatch(/^421 .*Too many commands/);
  expect(smtp.delivered).toHaveLength(4);
});

test("an IP that has sent too much is deferred for up to a minute", () => {
  const { senderLimiter, bed } = setUp();
  senderLimiter.countBytes("198.51.100.7", 999);
  expect(senderLimiter.checkQuota("198.51.100.7")).toBeNull();
  senderLimiter.countBytes("198.51.100.7", 1);
  expect(senderLimiter.checkQuota("198.51.100.7")).toMatch(/too much/);
  expect(senderLimiter.checkQuota("198.51.100.8")).toBeNull();
  bed.time += 60_000;
  expect(senderLimiter.checkQuota("198.51.100.7")).toBeNull();
});

test("a limit of 0 means no limit", async () => {
  const { senderLimiter, connection, bed } = setUp({
    maxConnections: 0,
    maxUnknownRecipients: 0,
    maxNonMailCommands: 0,
    maxBytesPerMinute: 0,
  });
  const client = {};
  for (let turn = 0; turn < 1_000; turn++) {
    expect(senderLimiter.admit(connection("198.51.100.7"))).toBeNull();
    expect(senderLimiter.countCommand(client, "NOOP")).toBeNull();
    expect(await senderLimiter.countUnknownRecipient(client, "198.51.100.7")).toBeNull();
    senderLimiter.countBytes("198.51.100.7", 1_000_000);
    expect(senderLimiter.checkQuota("198.51.100.7")).toBeNull();
  }
  expect(bed.pauses).toEqual([]);
});

test("inactive IPs of a flood are deleted, and none that is still counted", async () => {
  const { senderLimiter, bed, connection } = setUp({ maxConnections: 1 });
  expect(senderLimiter.admit(connection("198.51.100.7"))).toBeNull();
  for (let at = 0; at < 30_000; at++) senderLimiter.countBytes(`10.${at >> 16}.${(at >> 8) & 255}.${at & 255}`, 1);
  bed.time += 120_000;
  senderLimiter.countBytes("203.0.113.1", 1);
  expect(senderLimiter.admit(connection("198.51.100.7"))).toMatch(/^Too many/);
});
