import type { Terminal } from "@frontdesk/basics/command-line";
import { FrontdeskError } from "@frontdesk/sdk";
import { expect, test } from "vitest";
import { formatCode, printMessages } from "../src/print-messages.ts";

const withStatus = (status: number) => Object.assign(Object.create(FrontdeskError.prototype), { status }) as Error;

/** What is printed of an inbox with the messages 1 and 2, whose stream repeats both before the message 3 that arrives. */
async function run({
  follow = false,
  failures = {} as Record<string, Error>,
  stop = undefined as AbortSignal | undefined,
}) {
  const printed: string[] = [];
  let received: AbortSignal | undefined;
  const order: string[] = [];
  await printMessages<{ id: string }>({
    terminal: { stopSignal: stop && (() => stop) } as Terminal,
    follow,
    inbox: {
      async currentCursor() {
        order.push("cursor");
        return "start";
      },
      async message(id) {
        if (failures[id]) throw failures[id];
        return { id };
      },
      async *messages({ after, signal }) {
        expect(after).toBe("start");
        received = signal;
        yield* [{ id: "1" }, { id: "2" }, { id: "3" }];
      },
    },
    async list() {
      order.push("list");
      return [{ id: "2" }, { id: "1" }];
    },
    print: ({ id }) => void printed.push(id),
  });
  // A message that arrives between the two must come from the stream.
  expect(order).toEqual(["cursor", "list"]);
  return { printed, received };
}

test("stored messages are printed in their order, and new ones only when they are followed, each once", async () => {
  expect((await run({})).printed).toEqual(["1", "2"]);
  expect((await run({})).received).toBeUndefined();
  expect((await run({ follow: true })).printed).toEqual(["1", "2", "3"]);
});

test("a message that was dropped meanwhile is left out, and any other failure ends the command", async () => {
  expect((await run({ failures: { 1: withStatus(404) } })).printed).toEqual(["2"]);
  for (const status of [403, 410, 500])
    await expect(run({ failures: { 1: withStatus(status) } })).rejects.toMatchObject({ status });
  await expect(run({ failures: { 1: new Error("bug") } })).rejects.toThrow("bug");
});

test("Ctrl-C ends the wait for new messages", async () => {
  const { signal } = new AbortController();
  expect((await run({ follow: true, stop: signal })).received).toBe(signal);
});

test.each([
  [[{ value: "481220", kind: "one_time", confidence: 0.5 }], "code 481220"],
  [[{ value: "481220", kind: "one_time", confidence: 0.49 }], ""],
  [
    [
      { value: "SAVE20", kind: "coupon", confidence: 0.9 },
      { value: "481220", kind: "one_time", confidence: 0.8 },
    ],
    "code 481220",
  ],
  [[], ""],
])("of the codes %j a list shows %j", (codes, text) => {
  expect(formatCode({ codes })).toBe(text);
});
