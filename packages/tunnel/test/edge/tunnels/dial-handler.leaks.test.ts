import { once } from "node:events";
import type { IncomingMessage } from "node:http";
import { duplexPair } from "node:stream";
import { expect, onTestFinished, test, vi } from "vitest";
import { createDialHandler } from "../../../src/edge/tunnels/dial-handler.ts";
import type { SubdomainRef } from "../../../src/edge/types.ts";
import { CONTROL_PATH, PROTOCOL } from "../../../src/wire/index.ts";

const ref = (id: string): SubdomainRef => ({ id, domain: "demo.localhost", tokenHash: "h" });

/** The dials of one edge, whose look-ups of tokens a test answers, and how many listen on its bus. */
function setUp() {
  /** Each is called with what the look-up finds, `null` for no such token, or with an error. */
  const lookUps: ((result: SubdomainRef | Error | null) => void)[] = [];
  const warnings: string[] = [];
  let sent = "";
  const listening = new Set<object>();
  const none = () => {
    throw new Error("not for an agent that never said hello");
  };
  const answer = createDialHandler({
    findByToken: () =>
      new Promise((resolve, reject) =>
        lookUps.push((result) => (result instanceof Error ? reject(result) : resolve(result))),
      ),
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
    log: { info() {}, warn: (line) => void warnings.push(line) },
    now: () => 0,
    isClosing: () => false,
  });
  const dial = () => {
    const [socket, agent] = duplexPair();
    agent.on("data", (bytes) => {
      sent += bytes;
    });
    const headers = { upgrade: PROTOCOL, authorization: "Bearer svc_a" };
    // All that is read of a dial.
    const request = { method: "GET", url: CONTROL_PATH, headers, socket: {} } as IncomingMessage;
    answer(request, socket, Buffer.alloc(0));
    return socket;
  };
  /** Answers the next look-up, and lets what follows from it happen. */
  const found = async (result: SubdomainRef | Error | null = ref("s1")) => {
    lookUps.shift()!(result);
    await new Promise(setImmediate);
  };
  return { dial, found, listening, warnings, sent: () => sent };
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

const rejected = "rejected a closed connection: tunnel token missing, wrong or no longer valid";
const unavailable = "tunnel could not be opened: The database is locked.";

test.each<[what: string, results: (SubdomainRef | Error | null)[], status: number, logged: string[]]>([
  ["is unknown", [null], 401, [rejected]],
  ["cannot be looked up", [new Error("The database is locked.")], 503, [unavailable]],
  ["is rotated while it is checked", [ref("s1"), null], 401, [rejected]],
  ["belongs to another subdomain then", [ref("s1"), ref("s2")], 401, [rejected]],
  ["cannot be looked up again", [ref("s1"), new Error("The database is locked.")], 503, [unavailable]],
])("a client whose token %s gets a response, and leaves nothing", async (_what, results, status, logged) => {
  const { dial, found, listening, warnings, sent } = setUp();
  dial();
  for (const result of results) await found(result);
  await vi.waitFor(() => expect(sent()).not.toBe(""));
  expect([sent().slice(0, 12), warnings]).toEqual([`HTTP/1.1 ${status}`, logged]);
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
