import { once } from "node:events";
import type { IncomingMessage } from "node:http";
import { duplexPair } from "node:stream";
import { expect, onTestFinished, test, vi } from "vitest";
import { createDialHandler } from "../../../src/edge/tunnels/dial-handler.ts";
import { CONTROL_PATH, PROTOCOL } from "../../../src/wire/index.ts";

/** The dials of one edge, whose look-ups of tokens a test answers, and how many listen on its bus. */
function setUp() {
  const lookUps: (() => void)[] = [];
  const listening = new Set<object>();
  const none = () => {
    throw new Error("not for an agent that never said hello");
  };
  const answer = createDialHandler({
    findByToken: () =>
      new Promise((resolve) => lookUps.push(() => resolve({ id: "s1", domain: "demo.localhost", tokenHash: "h" }))),
    bus: {
      publish: async () => {},
      subscribe() {
        const entry = {};
        listening.add(entry);
        return () => void listening.delete(entry);
      },
      onReconnect: () => () => {},
    },
    // Of what serves an agent nothing is asked for before its hello.
    ...({ tunnels: none, tuning: none, sendBuffers: none, urlOf: none, cluster: none } as object as Pick<
      Parameters<typeof createDialHandler>[0],
      "tunnels" | "tuning" | "sendBuffers" | "urlOf" | "cluster"
    >),
    log: { info() {}, warn() {} },
    now: () => 0,
    isClosing: () => false,
  });
  const dial = () => {
    const [socket, agent] = duplexPair();
    agent.resume();
    const headers = { upgrade: PROTOCOL, authorization: "Bearer svc_a" };
    // All that is read of a dial.
    const request = { method: "GET", url: CONTROL_PATH, headers, socket: {} } as IncomingMessage;
    answer(request, socket, Buffer.alloc(0));
    return socket;
  };
  /** Answers the next look-up, and lets what follows from it happen. */
  const found = async () => {
    lookUps.shift()!();
    await new Promise(setImmediate);
  };
  return { dial, found, listening };
}

test.each([0, 1])("a client that disconnects after %i look-ups of its token leaves nothing", async (done) => {
  const { dial, found, listening } = setUp();
  const socket = dial();
  for (let count = 0; count < done; count++) await found();
  socket.destroy();
  await once(socket, "close");
  for (let count = done; count < 2; count++) await found();
  expect(listening.size).toBe(0);
});

test("a client that disconnects before its hello leaves nothing", async () => {
  const { dial, found, listening } = setUp();
  const socket = dial();
  await found();
  await found();
  expect(listening.size).toBe(1);
  socket.destroy();
  await once(socket, "close");
  expect(listening.size).toBe(0);
});

test("a client has ten seconds for its hello, and one that disconnects earlier leaves no timer", async () => {
  vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
  onTestFinished(() => void vi.useRealTimers());
  const { dial, found } = setUp();
  for (const leaves of [true, false]) {
    const socket = dial();
    await found();
    await found();
    const closed = once(socket, "close");
    if (leaves) socket.destroy();
    else {
      vi.advanceTimersByTime(9_999);
      expect(socket.destroyed).toBe(false);
      vi.advanceTimersByTime(1);
      expect(socket.destroyed).toBe(true);
    }
    await closed;
    expect(vi.getTimerCount()).toBe(0);
  }
});
