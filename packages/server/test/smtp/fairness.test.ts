import { EventEmitter } from "node:events";
import { afterEach, expect, test } from "vitest";
import { createFairness, type FairnessLimits } from "../../src/smtp/fairness.ts";
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

/** On a clock that moves as far as someone pauses. */
function setUp(limits: Partial<FairnessLimits> = {}) {
  const bed = { time: 1_000_000, pauses: [] as number[] };
  const fairness = createFairness({
    limits: { connections: 2, refusals: 3, noops: 3, bytes: 1000, ...limits },
    now: () => bed.time,
    pause: async (milliseconds) => {
      bed.pauses.push(milliseconds);
    },
  });
  const connection = (remoteAddress: string) => Object.assign(new EventEmitter(), { remoteAddress });
  return { bed, fairness, connection };
}

test("an address with too many connections is told so, and every other one is served", async () => {
  await using smtp = await startSmtp({ fairness: { connections: 2 } });
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

test("when all places are taken, the address with the most gives one up, its oldest, and no mail is broken off", async () => {
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
  expect(await evicted).toMatch(/^421 Your address has the most connections/);
  expect(await later.say("NOOP\r\n")).toMatch(/^250 /);
  expect(await writing.say("Subject: Hi\r\n\r\nHi\r\n.\r\n")).toMatch(/^250 /);
  // Who has as many as the others is told to come again.
  expect(await (await dial(smtp.port)).reply()).toMatch(/^421 .*Too many connected clients/);
});

test("one machine's IPv6 addresses count as one, and two networks as two", () => {
  const { fairness, connection } = setUp();
  expect(fairness.admit(connection("2001:db8::1"))).toBeNull();
  expect(fairness.admit(connection("2001:db8::2"))).toBeNull();
  expect(fairness.admit(connection("2001:db8::3"))).toMatch(/^Too many connections/);
  expect(fairness.admit(connection("2001:db8:0:1::3"))).toBeNull();
});

test("a client that names too many unknown recipients is hung up on, after answers to each", async () => {
  await using smtp = await startSmtp({ fairness: { refusals: 3 } });
  const client = await startMail(smtp.port, ["ann@mail.test"]);
  open.push(client);
  for (const name of ["a", "b", "c"]) expect(await client.say(`RCPT TO:<${name}@mail.test>\r\n`)).toMatch(/^550 /);
  expect(await client.say("RCPT TO:<d@mail.test>\r\n")).toMatch(/^421 .*Too many recipients that are not here/);
  await expect(client.reply()).rejects.toThrow("hung up");
});

test("a thousand guesses take a quarter of an hour, over however many connections", async () => {
  const { bed, fairness } = setUp({ refusals: 20 });
  let answered = 0;
  for (let guess = 0; guess < 1_000; guess++) {
    const before = bed.pauses.length;
    // Each guess by a connection of its own, one after the other.
    expect(await fairness.refused({}, "198.51.100.7")).toBeNull();
    for (const pause of bed.pauses.slice(before)) bed.time += pause;
    answered++;
  }
  expect(answered).toBe(1_000);
  expect((bed.time - 1_000_000) / 60_000).toBeCloseTo(15, 0);
  expect(await fairness.refused({}, "198.51.100.8")).toBeNull();
  expect(bed.pauses.length).toBe(900);
});

test("guesses over many connections at once do not all wait: those far behind are hung up on", async () => {
  const { fairness, bed } = setUp({ refusals: 3 });
  const answers = await Promise.all(Array.from({ length: 200 }, () => fairness.refused({}, "198.51.100.7")));
  expect(answers.filter((reason) => reason === null)).toHaveLength(15 + 30);
  expect(Math.max(...bed.pauses)).toBe(30_000);
});

test("a client that only says NOOP is hung up on, and one that sends mail between may go on", async () => {
  await using smtp = await startSmtp({ fairness: { noops: 3 } });
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

test("an address that has sent too much is asked to come back, within a minute", () => {
  const { fairness, bed } = setUp();
  fairness.received("198.51.100.7", 999);
  expect(fairness.mayMail("198.51.100.7")).toBeNull();
  fairness.received("198.51.100.7", 1);
  expect(fairness.mayMail("198.51.100.7")).toMatch(/too much/);
  expect(fairness.mayMail("198.51.100.8")).toBeNull();
  bed.time += 60_000;
  expect(fairness.mayMail("198.51.100.7")).toBeNull();
});

test("a limit of 0 is none", async () => {
  const { fairness, connection, bed } = setUp({ connections: 0, refusals: 0, noops: 0, bytes: 0 });
  const client = {};
  for (let turn = 0; turn < 1_000; turn++) {
    expect(fairness.admit(connection("198.51.100.7"))).toBeNull();
    expect(fairness.command(client, "NOOP")).toBeNull();
    expect(await fairness.refused(client, "198.51.100.7")).toBeNull();
    fairness.received("198.51.100.7", 1_000_000);
    expect(fairness.mayMail("198.51.100.7")).toBeNull();
  }
  expect(bed.pauses).toEqual([]);
});

test("a flood of addresses is forgotten, but none that still has to be counted", async () => {
  const { fairness, bed, connection } = setUp({ connections: 1 });
  expect(fairness.admit(connection("198.51.100.7"))).toBeNull();
  for (let at = 0; at < 30_000; at++) fairness.received(`10.${at >> 16}.${(at >> 8) & 255}.${at & 255}`, 1);
  bed.time += 120_000;
  fairness.received("203.0.113.1", 1);
  expect(fairness.admit(connection("198.51.100.7"))).toMatch(/^Too many/);
});
