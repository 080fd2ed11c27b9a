import { EventEmitter } from "node:events";
import { expect, test } from "vitest";
import { createFairness, type FairnessLimits } from "../../src/smtp/fairness.ts";

const minute = 60_000;
const one = "198.51.100.7";

function setUp(limits: Partial<FairnessLimits> = {}) {
  const bed = { time: 1_000 * minute, pauses: [] as number[] };
  const fairness = createFairness({
    limits: { connections: 2, refusals: 3, noops: 3, bytes: 1_000, ...limits },
    now: () => bed.time,
    pause: async (milliseconds) => void bed.pauses.push(milliseconds),
  });
  const connect = (remoteAddress?: string) => Object.assign(new EventEmitter(), { remoteAddress });
  return { bed, fairness, connect };
}

test("a connection that closed gives its place back, and leaves no listener", () => {
  const { fairness, connect } = setUp();
  for (let at = 0; at < 10; at++) {
    const connection = connect(one);
    expect(fairness.admit(connection)).toBeNull();
    expect(connection.listenerCount("close")).toBe(1);
    connection.emit("close");
    expect(connection.listenerCount("close")).toBe(0);
  }
});

test("a connection whose client has gone before it was looked at is counted for nobody", () => {
  const { fairness, connect } = setUp({ connections: 1 });
  for (let at = 0; at < 3; at++) expect(fairness.admit(connect())).toBeNull();
});

test("room is made by the address with the most alone, and by nobody for one who has as much", () => {
  const { fairness, connect } = setUp({ connections: 10 });
  const many = [connect(one), connect(one)];
  const two = [connect("198.51.100.8"), connect("198.51.100.8")];
  for (const connection of [...many, ...two]) fairness.admit(connection);
  expect([...fairness.inFavourOf(two[0]!)]).toEqual([]);
  expect([...fairness.inFavourOf(connect("198.51.100.9"))]).toEqual(many);
  expect([...fairness.inFavourOf(connect())]).toEqual(many);
  const third = connect("198.51.100.8");
  fairness.admit(third);
  expect([...fairness.inFavourOf(many[0]!)]).toEqual([...two, third]);
});

test("a client without an address finds room at one who has a single connection", () => {
  const { fairness, connect } = setUp();
  const only = connect(one);
  fairness.admit(only);
  expect([...fairness.inFavourOf(connect())]).toEqual([only]);
});

test.each(["NOOP", "RSET", "HELO", "EHLO", "VRFY", "HELP", "EXPN"])("%s brings no mail nearer, three times", (name) => {
  const { fairness } = setUp();
  const [client, other] = [{}, {}];
  for (let at = 0; at < 3; at++) expect(fairness.command(client, name)).toBeNull();
  expect(fairness.command(client, name)).toMatch(/^Too many commands/);
  expect(fairness.command(other, name)).toBeNull();
  fairness.worked(client);
  for (let at = 0; at < 3; at++) expect(fairness.command(client, name)).toBeNull();
  expect(fairness.command(client, name)).toMatch(/^Too many commands/);
});

test.each(["MAIL", "RCPT", "DATA", "QUIT", "AUTH", "STARTTLS"])("%s is not counted", (name) => {
  const { fairness } = setUp();
  const client = {};
  for (let at = 0; at < 10; at++) expect(fairness.command(client, name)).toBeNull();
});

test("the first of five times as many refusals come without delay, then one a second", async () => {
  const { bed, fairness } = setUp();
  const refuse = () => fairness.refused({}, one);
  for (let at = 0; at < 15; at++) expect(await refuse()).toBeNull();
  expect(bed.pauses).toEqual([]);
  for (let at = 1; at <= 30; at++) {
    expect(await refuse()).toBeNull();
    expect(bed.pauses.at(-1)).toBe(at * 1_000);
  }
  expect(await refuse()).toMatch(/^Too many recipients from your address/);
  // Who was hung up on waits no longer than half a minute afterwards.
  expect(await refuse()).toMatch(/^Too many recipients from your address/);
  bed.time += 1_000;
  expect(await refuse()).toBeNull();
  expect(bed.pauses.at(-1)).toBe(30_000);
});

test("a connection has three refusals, whatever its address has left, and mails between give it none back", async () => {
  const { fairness } = setUp();
  const client = {};
  for (let at = 0; at < 3; at++) {
    expect(await fairness.refused(client, `203.0.113.${at}`)).toBeNull();
    fairness.worked(client);
  }
  expect(await fairness.refused(client, one)).toBe("Too many recipients that are not here");
});

test("a refusal is answered only after its pause", async () => {
  let end = () => {};
  const fairness = createFairness({
    limits: { connections: 0, refusals: 1, noops: 0, bytes: 0 },
    now: () => 0,
    pause: () => new Promise<void>((resolve) => (end = resolve)),
  });
  for (let at = 0; at < 5; at++) await fairness.refused({}, one);
  let isAnswered = false;
  const answer = fairness.refused({}, one).then(() => {
    isAnswered = true;
  });
  await new Promise(setImmediate);
  expect(isAnswered).toBe(false);
  end();
  await answer;
});

test("bytes count until the minute is over, and then from nothing", () => {
  const { bed, fairness } = setUp();
  fairness.received(one, 1_000);
  bed.time += minute - 1;
  expect(fairness.mayMail(one)).toMatch(/^Your address has sent too much/);
  bed.time += 1;
  expect(fairness.mayMail(one)).toBeNull();
  fairness.received(one, 999);
  expect(fairness.mayMail(one)).toBeNull();
  fairness.received(one, 1);
  expect(fairness.mayMail(one)).toMatch(/^Your address has sent too much/);
});

test("a flood of addresses lets no sender off the pause that its guesses have earned", async () => {
  const { fairness } = setUp({ refusals: 1 });
  for (let guess = 0; guess < 35; guess++) expect(await fairness.refused({}, one)).toBeNull();
  for (let at = 0; at < 11_000; at++) fairness.received(`10.0.${at >> 8}.${at & 255}`, 1);
  expect(await fairness.refused({}, one)).toMatch(/^Too many recipients from your address/);
});
