import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { createVerdicts, type VerdictChanges } from "../../src/inbox/verdicts.ts";

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

function open({ isShared = false, save = async (_: VerdictChanges) => {} } = {}) {
  const warnings: string[] = [];
  const settled: string[] = [];
  const verdicts = createVerdicts({
    clock: { now: () => Date.now() },
    isShared,
    save,
    onSettled: (inbox) => void settled.push(inbox),
    warn: (message) => void warnings.push(message),
  });
  return { verdicts, warnings, settled };
}

test("a mail that is not checked, or was stored by an earlier version, has none", () => {
  expect(open().verdicts.of({ id: "m1" })).toBe("none");
});

test("a verdict shows at once, and is stored with others after a moment", async () => {
  const saved: VerdictChanges[] = [];
  const { verdicts, settled } = open({ save: async (changes) => void saved.push(changes) });
  const authenticated = verdicts.begin();
  expect(verdicts.of({ id: "m1", authenticated })).toBe("pending");
  verdicts.settle([{ inbox: "a", id: "m1" }], "pass");
  verdicts.settle(
    [
      { inbox: "a", id: "m2" },
      { inbox: "b", id: "m3" },
    ],
    "fail",
  );
  expect(verdicts.of({ id: "m1", authenticated })).toBe("pass");
  expect(settled).toEqual(["a", "a", "b"]);
  expect(saved).toEqual([]);
  await vi.advanceTimersByTimeAsync(1_000);
  const [pass, fail] = [{ authenticated: "pass" }, { authenticated: "fail" }];
  expect(saved).toEqual([
    new Map([
      [
        "a",
        new Map([
          ["m1", pass],
          ["m2", fail],
        ]),
      ],
      ["b", new Map([["m3", fail]])],
    ]),
  ]);
});

test("verdicts of many inboxes are stored fifty inboxes at a time, and each inbox is woken once", async () => {
  const saved: number[] = [];
  const { verdicts, settled } = open({ save: async (changes) => void saved.push(changes.size) });
  const mails = Array.from({ length: 120 }, (_, inbox) => ({ inbox: `inbox-${inbox}`, id: `m${inbox}` }));
  verdicts.settle([...mails, { inbox: "inbox-0", id: "again" }], "pass");
  expect(settled).toEqual(mails.map(({ inbox }) => inbox));
  await vi.advanceTimersByTimeAsync(1_000);
  expect(saved).toEqual([50, 50, 20]);
});

test.each([
  [false, 1_000],
  [true, 20],
])("verdicts are stored soon, sooner if servers share the storage (%s)", async (isShared, delay) => {
  const saved: number[] = [];
  const { verdicts } = open({ isShared, save: async (changes) => void saved.push(changes.size) });
  verdicts.settle([{ inbox: "a", id: "m1" }], "pass");
  await vi.advanceTimersByTimeAsync(delay - 1);
  expect(saved).toEqual([]);
  await vi.advanceTimersByTimeAsync(1);
  expect(saved).toEqual([1]);
});

test("closing stores what is not stored yet, also while a save runs", async () => {
  const saved: string[] = [];
  let release = () => {};
  const { verdicts } = open({
    async save(changes) {
      if (saved.length === 0) await new Promise<void>((resolve) => (release = resolve));
      saved.push(...changes.keys());
    },
  });
  verdicts.settle([{ inbox: "a", id: "m1" }], "pass");
  await vi.advanceTimersByTimeAsync(1_000);
  verdicts.settle([{ inbox: "b", id: "m2" }], "pass");
  const closed = verdicts.close();
  release();
  await closed;
  expect(saved).toEqual(["a", "b"]);
  expect(vi.getTimerCount()).toBe(0);
});

test("a verdict given during a save is stored by the next one, as are all that follow", async () => {
  const saved: string[] = [];
  let release = () => {};
  const { verdicts } = open({
    async save(changes) {
      saved.push(...changes.keys());
      if (saved.length === 1) await new Promise<void>((resolve) => (release = resolve));
    },
  });
  verdicts.settle([{ inbox: "a", id: "m1" }], "pass");
  await vi.advanceTimersByTimeAsync(1_000);
  verdicts.settle([{ inbox: "b", id: "m2" }], "pass");
  await vi.advanceTimersByTimeAsync(1_000);
  expect(saved).toEqual(["a"]);
  release();
  await vi.advanceTimersByTimeAsync(1_000);
  expect(saved).toEqual(["a", "b"]);
  verdicts.settle([{ inbox: "c", id: "m3" }], "pass");
  await vi.advanceTimersByTimeAsync(1_000);
  expect(saved).toEqual(["a", "b", "c"]);
  expect(vi.getTimerCount()).toBe(0);
});

test("a verdict that is never given ends as none, so that no reader waits for ever", async () => {
  const { verdicts } = open();
  const authenticated = verdicts.begin();
  await vi.advanceTimersByTimeAsync(9_000);
  expect(verdicts.of({ id: "m1", authenticated })).toBe("pending");
  await vi.advanceTimersByTimeAsync(1_000);
  expect(verdicts.of({ id: "m1", authenticated })).toBe("none");
});

test("after a restart a verdict that was pending is none; a server that shares the storage still expects it", () => {
  const authenticated = open().verdicts.begin();
  expect(open().verdicts.of({ id: "m1", authenticated })).toBe("none");
  expect(open({ isShared: true }).verdicts.of({ id: "m1", authenticated })).toBe("pending");
});

test("a stored time that is too far ahead does not keep a mail pending", () => {
  const { verdicts } = open({ isShared: true });
  expect(verdicts.of({ id: "m1", authenticated: { by: "other", until: Date.now() + 3_600_000 } })).toBe("none");
});

test("a failing storage is reported, and the verdict still shows", async () => {
  const { verdicts, warnings } = open({ save: () => Promise.reject(new Error("disk full")) });
  const authenticated = verdicts.begin();
  verdicts.settle([{ inbox: "a", id: "m1" }], "pass");
  await vi.advanceTimersByTimeAsync(1_000);
  expect(warnings).toEqual(["Verdicts on senders were not stored: disk full"]);
  expect(verdicts.of({ id: "m1", authenticated })).toBe("pass");
});

test("a commit of verdicts that fails loses only those of its own inboxes", async () => {
  const saved: string[] = [];
  const { verdicts, warnings } = open({
    async save(changes) {
      if (changes.has("inbox-0")) throw new Error("disk full");
      saved.push(...changes.keys());
    },
  });
  const mails = Array.from({ length: 51 }, (_, inbox) => ({ inbox: `inbox-${inbox}`, id: `m${inbox}` }));
  verdicts.settle(mails, "pass");
  await verdicts.close();
  expect([saved, warnings]).toEqual([["inbox-50"], ["Verdicts on senders were not stored: disk full"]]);
});

test("verdicts that wait to be stored do not keep the process alive", async () => {
  const timers = vi.spyOn(globalThis, "setTimeout");
  const { verdicts } = open();
  verdicts.settle([{ inbox: "a", id: "m1" }], "pass");
  expect(timers.mock.results.map(({ value }) => (value as NodeJS.Timeout).hasRef())).toEqual([false]);
  timers.mockRestore();
  await verdicts.close();
});

test("ten thousand verdicts are remembered, and those that were not asked for longest make way for others", () => {
  const { verdicts } = open();
  const authenticated = verdicts.begin();
  const settle = (from: number, to: number) => {
    for (let at = from; at < to; at++) verdicts.settle([{ inbox: "a", id: `m${at}` }], "fail");
  };
  settle(0, 10_000);
  expect(verdicts.of({ id: "m0", authenticated })).toBe("fail");
  settle(10_000, 10_002);
  expect(["m0", "m1", "m2"].map((id) => verdicts.of({ id, authenticated }))).toEqual(["fail", "pending", "pending"]);
});
