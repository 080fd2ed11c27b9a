import { EventEmitter } from "node:events";
import { expect, test } from "vitest";
import { createSenderLimiter } from "../../src/smtp/sender-limits.ts";

test("a flood of IPs does not reset a sender's bytes, connections or delay", async () => {
  // At the beginning of a minute, so that senders are sought to be forgotten while their bytes still count.
  let time = 60_000 * 1_000 + 1_000;
  const pauses: number[] = [];
  const senderLimiter = createSenderLimiter({
    limits: { maxConnections: 1, maxUnknownRecipients: 1, maxNonMailCommands: 0, maxBytesPerMinute: 1_000 },
    now: () => time,
    delay: async (milliseconds) => void pauses.push(milliseconds),
  });
  const connection = (remoteAddress: string) => Object.assign(new EventEmitter(), { remoteAddress });
  const [bytes, connected, guessing] = ["198.51.100.1", "198.51.100.2", "198.51.100.3"];
  senderLimiter.countBytes(bytes, 1_000);
  expect(senderLimiter.admit(connection(connected))).toBeNull();
  for (let guess = 0; guess < 25; guess++) await senderLimiter.countUnknownRecipient({}, guessing);
  for (let second = 0; second < 40; second += 20) {
    for (let at = 0; at < 12_000; at++) senderLimiter.countBytes(`10.${second}.${at >> 8}.${at & 255}`, 1);
    time += 20_000;
    senderLimiter.countBytes(`203.0.113.${second}`, 1);
  }
  expect(senderLimiter.checkQuota(bytes)).toBe("Your address has sent too much within this minute, try again later");
  expect(senderLimiter.admit(connection(connected))).toMatch(/^Too many connections/);
});

test("a flood of IPs does not give a guesser more rejections without delay", async () => {
  let time = 60_000 * 1_000 + 1_000;
  const pauses: number[] = [];
  const senderLimiter = createSenderLimiter({
    limits: { maxConnections: 0, maxUnknownRecipients: 10, maxNonMailCommands: 0, maxBytesPerMinute: 1_000 },
    now: () => time,
    delay: async (milliseconds) => void pauses.push(milliseconds),
  });
  const guess = () => senderLimiter.countUnknownRecipient({}, "198.51.100.3");
  for (let at = 0; at < 50; at++) await guess();
  for (let at = 0; at < 12_000; at++) senderLimiter.countBytes(`10.0.${at >> 8}.${at & 255}`, 1);
  time += 20_000;
  senderLimiter.countBytes("203.0.113.1", 1);
  for (let at = 0; at < 20; at++) await guess();
  expect(pauses).toEqual([]);
  await guess();
  expect(pauses).toEqual([1_000]);
});
