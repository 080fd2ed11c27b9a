import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { box, openReading as open, receive, settled } from "./reading-bed.ts";

beforeEach(() => void vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout", "setInterval", "clearInterval"] }));
afterEach(() => void vi.useRealTimers());

test("addresses are the same in whatever letter case, and a mail is stored once for each", async () => {
  const { inbox } = open();
  await receive(inbox, "1", "A+x@mail.test", "a+X@MAIL.test", "a+y@mail.test");
  const recipients = async (to: string) =>
    (await inbox.read(box, { count: 10, to })).messages.map(({ recipient }) => recipient);
  expect(await recipients("a+x@MAIL.TEST")).toEqual(["A+x@mail.test"]);
  expect(await recipients("a+y@mail.test")).toEqual(["a+y@mail.test"]);
  await inbox.close();
});

test("a delivery that brings nothing new is told to nobody", async () => {
  const { bed, inbox } = open({ isShared: true });
  expect(await inbox.deliver([box], () => ({ messages: [] }))).toEqual([box]);
  expect([bed.told, bed.published, [...bed.stored]]).toEqual([[], [], []]);
  await inbox.close();
});

test("what was kept for a reader is not given once its time is over", async () => {
  const { bed, inbox } = open();
  const waiting = inbox.read(box, { count: 10, waitMs: 5_000 });
  await settled();
  await vi.advanceTimersByTimeAsync(5_000);
  const { cursor } = await waiting;
  await receive(inbox, "1");
  bed.now += 86_400_000;
  expect((await inbox.read(box, { count: 10, after: cursor })).messages).toEqual([]);
  await inbox.close();
});
