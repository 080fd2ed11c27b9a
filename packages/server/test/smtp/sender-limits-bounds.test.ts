import { EventEmitter } from "node:events";
import { expect, test } from "vitest";
import { createSenderLimiter, type SenderLimits } from "../../src/smtp/sender-limits.ts";

const minute = 60_000;
const one = "198.51.100.7";

function setUp(limits: Partial<SenderLimits> = {}) {
  const bed = { time: 1_000 * minute, pauses: [] as number[] };
  const senderLimiter = createSenderLimiter({
    limits: { maxConnections: 2, maxUnknownRecipients: 3, maxNonMailCommands: 3, maxBytesPerMinute: 1_000, ...limits },
    now: () => bed.time,
    delay: async (milliseconds) => void bed.pauses.push(milliseconds),
  });
  const connect = (remoteAddress?: string) => Object.assign(new EventEmitter(), { remoteAddress });
  return { bed, senderLimiter, connect };
}

test("a closed connection is no longer counted and leaves no listener", () => {
  const { senderLimiter, connect } = setUp();
  for (let at = 0; at < 10; at++) {
    const connection = connect(one);
    expect(senderLimiter.admit(connection)).toBeNull();
    expect(connection.listenerCount("close")).toBe(1);
    connection.emit("close");
    expect(connection.listenerCount("close")).toBe(0);
  }
});

test("a connection without an IP address is not counted", () => {
  const { senderLimiter, connect } = setUp({ maxConnections: 1 });
  for (let at = 0; at < 3; at++) expect(senderLimiter.admit(connect())).toBeNull();
});

test("only the IP with the most connections loses one, and not to an IP with as many", () => {
  const { senderLimiter, connect } = setUp({ maxConnections: 10 });
  const many = [connect(one), connect(one)];
  const two = [connect("198.51.100.8"), connect("198.51.100.8")];
  for (const connection of [...many, ...two]) senderLimiter.admit(connection);
  expect([...senderLimiter.evictionCandidates(two[0]!)]).toEqual([]);
  expect([...senderLimiter.evictionCandidates(connect("198.51.100.9"))]).toEqual(many);
  expect([...senderLimiter.evictionCandidates(connect())]).toEqual(many);
  const third = connect("198.51.100.8");
  senderLimiter.admit(third);
  expect([...senderLimiter.evictionCandidates(many[0]!)]).toEqual([...two, third]);
});

test("a client without an IP address evicts from an IP with a single connection", () => {
  const { senderLimiter, connect } = setUp();
  const only = connect(one);
  senderLimiter.admit(only);
  expect([...senderLimiter.evictionCandidates(connect())]).toEqual([only]);
});

test.each(["NOOP", "RSET", "HELO", "EHLO", "VRFY", "HELP", "EXPN"])("%s brings no mail nearer, three times", (name) => {
  const { senderLimiter } = setUp();
  const [client, other] = [{}, {}];
  for (let at = 0; at < 3; at++) expect(senderLimiter.countCommand(client, name)).toBeNull();
  expect(senderLimiter.countCommand(client, name)).toMatch(/^Too many commands/);
  expect(senderLimiter.countCommand(other, name)).toBeNull();
  senderLimiter.resetCounters(client);
  for (let at = 0; at < 3; at++) expect(senderLimiter.countCommand(client, name)).toBeNull();
  expect(senderLimiter.countCommand(client, name)).toMatch(/^Too many commands/);
});

test.each(["MAIL", "RCPT", "DATA", "QUIT", "AUTH", "STARTTLS"])("%s is not counted", (name) => {
  const { senderLimiter } = setUp();
  const client = {};
  for (let at = 0; at < 10; at++) expect(senderLimiter.countCommand(client, name)).toBeNull();
});

test("the first five times the limit are rejected without delay, then one a second", async () => {
  const { bed, senderLimiter } = setUp();
  const refuse = () => senderLimiter.countUnknownRecipient({}, one);
  for (let at = 0; at < 15; at++) expect(await refuse()).toBeNull();
  expect(bed.pauses).toEqual([]);
  for (let at = 1; at <= 30; at++) {
    expect(await refuse()).toBeNull();
    expect(bed.pauses.at(-1)).toBe(at * 1_000);
  }
  expect(await refuse()).toBe("Too many unknown recipients from your address");
  // Who was hung up on waits no longer than half a minute afterwards.
  expect(await refuse()).toBe("Too many unknown recipients from your address");
  bed.time += 1_000;
  expect(await refuse()).toBeNull();
  expect(bed.pauses.at(-1)).toBe(30_000);
});

test("a connection has three unknown recipients, and mails in between do not reset the count", async () => {
  const { senderLimiter } = setUp();
  const client = {};
  for (let at = 0; at < 3; at++) {
    expect(await senderLimiter.countUnknownRecipient(client, `203.0.113.${at}`)).toBeNull();
    senderLimiter.resetCounters(client);
  }
  expect(await senderLimiter.countUnknownRecipient(client, one)).toBe("Too many unknown recipients");
});

test("a rejection is sent only after its delay", async () => {
  let end = () => {};
  const senderLimiter = createSenderLimiter({
    limits: { maxConnections: 0, maxUnknownRecipients: 1, maxNonMailCommands: 0, maxBytesPerMinute: 0 },
    now: () => 0,
    delay: () => new Promise<void>((resolve) => (end = resolve)),
  });
  for (let at = 0; at < 5; at++) await senderLimiter.countUnknownRecipient({}, one);
  let isAnswered = false;
  const answer = senderLimiter.countUnknownRecipient({}, one).then(() => {
    isAnswered = true;
  });
  await new Promise(setImmediate);
  expect(isAnswered).toBe(false);
  end();
  await answer;
});

test("bytes are counted per minute and start at zero in the next", () => {
  const { bed, senderLimiter } = setUp();
  senderLimiter.countBytes(one, 1_000);
  bed.time += minute - 1;
  expect(senderLimiter.checkQuota(one)).toBe("Your address has sent too much within this minute, try again later");
  bed.time += 1;
  expect(senderLimiter.checkQuota(one)).toBeNull();
  senderLimiter.countBytes(one, 999);
  expect(senderLimiter.checkQuota(one)).toBeNull();
  senderLimiter.countBytes(one, 1);
  expect(senderLimiter.checkQuota(one)).toBe("Your address has sent too much within this minute, try again later");
});

test("a client that guesses on and on does not keep its network from the one response a second", async () => {
  const { bed, senderLimiter } = setUp();
  const guess = () => senderLimiter.countUnknownRecipient({}, one);
  for (let at = 0; at < 45; at++) expect(await guess()).toBeNull();
  bed.time += 500;
  expect(await guess()).toBe("Too many unknown recipients from your address");
  bed.time += 500;
  expect(await guess()).toBeNull();
  expect(bed.pauses.at(-1)).toBe(30_000);
});

test("a flood of IPs does not reset a sender's delay", async () => {
  const { senderLimiter } = setUp({ maxUnknownRecipients: 1 });
  for (let guess = 0; guess < 35; guess++) expect(await senderLimiter.countUnknownRecipient({}, one)).toBeNull();
  for (let at = 0; at < 11_000; at++) senderLimiter.countBytes(`10.0.${at >> 8}.${at & 255}`, 1);
  expect(await senderLimiter.countUnknownRecipient({}, one)).toBe("Too many unknown recipients from your address");
});
