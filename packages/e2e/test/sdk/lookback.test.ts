import { expect, it } from "vitest";
import { openDesk, withoutExtension } from "./harness.ts";

const minute = 60_000;
const code = (value: string) => ({ subject: "Your code", body: `Your verification code is ${value}.` });

async function openAt(start: number) {
  const clock = { time: start, now: () => clock.time };
  const desk = await openDesk(undefined, { clock });
  await desk.frontdesk.mailboxes.register("signup");
  return { clock, desk };
}

it("returns a code that arrived before the wait, within the given time", async () => {
  const { clock, desk } = await openAt(Date.now());
  await desk.mail("signup", code("111222"));
  clock.time += 5 * minute;
  const mailbox = await desk.frontdesk.mailboxes.open("signup");
  await expect(mailbox.waitForCode({ timeout: 0 })).rejects.toMatchObject({ reason: "no_message" });
  await expect(mailbox.waitForCode({ timeout: 0, lookback: 4 * minute })).rejects.toMatchObject({
    reason: "no_message",
  });
  const { code: found, cursor } = await mailbox.waitForCode({ timeout: 0, lookback: 10 * minute });
  expect(found).toBe("111222");
  await expect(mailbox.waitForCode({ timeout: 0, after: cursor })).rejects.toMatchObject({ reason: "no_message" });
});

it("keeps waiting after the messages it looked back to, and says when each was received", async () => {
  const { clock, desk } = await openAt(Date.now());
  await desk.mail("signup", { subject: "Hello" });
  const at = new Date(clock.time).toISOString();
  clock.time += minute;
  const mailbox = await desk.frontdesk.mailboxes.open("signup");
  const error = await mailbox.waitForCode({ timeout: 0, lookback: 10 * minute }).catch((refused: unknown) => refused);
  expect(error).toMatchObject({ reason: "no_code", nearMisses: [{ subject: "Hello", received_at: at }] });
  const waiting = mailbox.waitForCode({ lookback: 10 * minute });
  await expect.poll(() => desk.server.services.mail.pending()).toBe(1);
  await desk.mail("signup", code("333444"));
  expect((await waiting).code).toBe("333444");
});

it("continues after the returned messages, in loops and in waits for several", async () => {
  const { clock, desk } = await openAt(Date.now());
  await desk.mail("signup", { subject: "one" });
  await desk.mail("signup", { subject: "two" });
  const mailbox = await desk.frontdesk.mailboxes.open("signup");
  clock.time += 5 * minute;
  const subjects: string[] = [];
  for await (const mail of mailbox.messages({ lookback: 6 * minute })) {
    subjects.push(mail.subject);
    // What was within reach when the loop began stays so, however long its body takes.
    clock.time += 10 * minute;
    if (subjects.length === 2) break;
  }
  expect(subjects).toEqual(["one", "two"]);
});

it("uses the messages' own times on a server without lookback", async () => {
  const desk = await openDesk(withoutExtension);
  await desk.frontdesk.mailboxes.register("signup");
  await desk.mail("signup", code("111222"));
  const mailbox = await desk.frontdesk.mailboxes.open("signup");
  const [mail] = await mailbox.recent();
  await expect.poll(() => Date.now()).toBeGreaterThan(Date.parse(mail?.received_at ?? "") + 1);
  await expect(mailbox.waitForCode({ timeout: 0, lookback: 0 })).rejects.toMatchObject({ reason: "no_message" });
  expect((await mailbox.waitForCode({ timeout: 0, lookback: 10 * minute })).code).toBe("111222");
});

it("rejects `after` beside it, and anything but a time within an hour", async () => {
  const { desk } = await openAt(Date.now());
  const mailbox = await desk.frontdesk.mailboxes.open("signup");
  await expect(mailbox.waitForCode({ lookback: 1, after: "x" })).rejects.toThrow("not both");
  for (const back of [-1, Number.NaN, 3_600_001])
    await expect(mailbox.waitForCode({ lookback: back })).rejects.toThrow(RangeError);
});
