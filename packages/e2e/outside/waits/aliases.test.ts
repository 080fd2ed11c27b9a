import { expect, test } from "vitest";
import { openDesk } from "../support/desk.ts";
import { openSender } from "../support/mail-sender.ts";

const ALIASES = 100;
const ROUNDS = 50;
const SENDERS = 10;

test(`${ALIASES} concurrent waits on as many aliases of one mailbox, in both styles, ${ROUNDS} times: none swapped or lost`, async () => {
  await using desk = await openDesk();
  const mailbox = await desk.register("shared");
  const senders = await Promise.all(Array.from({ length: SENDERS }, () => openSender(desk.smtpPort)));
  // Each connection sends one mail after the other.
  const queues = senders.map(() => Promise.resolve());
  const send = (to: string, code: string, place: number) => {
    const sender = senders[place % SENDERS];
    const mail = { to, subject: "Your code", type: "plain", body: `Your code is ${code}.` } as const;
    const sent = (queues[place % SENDERS] ?? Promise.resolve()).then(() => sender?.send(mail));
    queues[place % SENDERS] = sent.then(() => {});
    return sent;
  };
  let swapped = 0;
  let lost = 0;
  for (let round = 0; round < ROUNDS; round += 1) {
    const flows = Array.from({ length: ALIASES }, async (_, index) => {
      const code = String(100_000 + round * 1_000 + index);
      const alias = mailbox.alias({ style: index % 2 === 0 ? "plus" : "subdomain" });
      const options = { timeout: 30_000, errorOnTimeout: false } as const;
      if (round % 2 === 0)
        return { code, found: await alias.expectCode(() => send(alias.address, code, index), options) };
      // Long before the wait, and many others' mails come between.
      await alias.currentCursor();
      await send(alias.address, code, index);
      return { code, found: await alias.waitForCode(options) };
    });
    for (const { code, found } of await Promise.all(flows)) {
      if (!found) lost += 1;
      else if (found.code !== code) swapped += 1;
    }
  }
  for (const sender of senders) sender.close();
  console.log(`${ALIASES * ROUNDS} waits: ${swapped} swapped, ${lost} lost`);
  expect({ swapped, lost }).toEqual({ swapped: 0, lost: 0 });
});
