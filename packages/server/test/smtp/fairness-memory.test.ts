import { EventEmitter } from "node:events";
import { expect, test } from "vitest";
import { createFairness } from "../../src/smtp/fairness.ts";

test("a flood of addresses lets no sender off its bytes, its connections or its pause", async () => {
  // At the beginning of a minute, so that senders are sought to be forgotten while their bytes still count.
  let time = 60_000 * 1_000 + 1_000;
  const pauses: number[] = [];
  const fairness = createFairness({
    limits: { connections: 1, refusals: 1, noops: 0, bytes: 1_000 },
    now: () => time,
    pause: async (milliseconds) => void pauses.push(milliseconds),
  });
  const connection = (remoteAddress: string) => Object.assign(new EventEmitter(), { remoteAddress });
  const [bytes, connected, guessing] = ["198.51.100.1", "198.51.100.2", "198.51.100.3"];
  fairness.received(bytes, 1_000);
  expect(fairness.admit(connection(connected))).toBeNull();
  for (let guess = 0; guess < 25; guess++) await fairness.refused({}, guessing);
  for (let second = 0; second < 40; second += 20) {
    for (let at = 0; at < 12_000; at++) fairness.received(`10.${second}.${at >> 8}.${at & 255}`, 1);
    time += 20_000;
    fairness.received(`203.0.113.${second}`, 1);
  }
  expect(fairness.mayMail(bytes)).toMatch(/^Your address has sent too much/);
  expect(fairness.admit(connection(connected))).toMatch(/^Too many connections/);
});
