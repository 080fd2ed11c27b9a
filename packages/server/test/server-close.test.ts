import { createServer as createHttpServer } from "node:http";
import { setImmediate as nextTurn } from "node:timers/promises";
import { expect, test, vi } from "vitest";
import { openServer } from "../src/server.ts";
import { firstKey, openDesk } from "./api/harness.ts";

const log = { info() {}, warn() {}, error() {} };
const options = { storage: "memory:", smtp: false, port: 0, drain: 0, bootstrapKey: firstKey, log };

test("closing a server again closes nothing twice, and resolves for every call", async () => {
  const { server, call } = await openDesk();
  expect((await call("GET", "account")).status).toBe(200);
  const [first, second] = [server.close(), server.close()];
  expect(second).toBe(first);
  // While it closes it serves nobody any more.
  const answer = await server.fetch(new Request("http://desk.test/svc-api/account"));
  expect([answer.status, await answer.json()]).toEqual([
    503,
    { error: "This Frontdesk was closed.", code: "unavailable" },
  ]);
  await first;
  await server[Symbol.asyncDispose]();
  await expect(server.deliver({ to: "a@desk.example.com", text: "x" })).rejects.toThrow("This Frontdesk was closed.");
  await expect(server.listen()).rejects.toThrow("This Frontdesk was closed.");
  expect(() => server.attach(createHttpServer())).toThrow("This Frontdesk was closed.");
});

test("a server has one listener, its own or a program's, whichever came first", async () => {
  const [own, other] = [createHttpServer(), createHttpServer()];
  const count = () => [own, other].map((server) => server.listenerCount("listening"));
  const [ofOwn = 0, ofOther = 0] = count();
  await using attached = await openServer(options);
  attached.attach(own);
  const refusal =
    "attach(): this Frontdesk has a listener already. Call attach() once, before listen() or instead of it.";
  expect(() => attached.attach(other)).toThrow(refusal);
  await using listening = await openServer(options);
  await listening.listen();
  expect(() => listening.attach(other)).toThrow(refusal);
  await expect(listening.listen()).rejects.toThrow("listen() was called before. Call it once.");
  expect(count()).toEqual([ofOwn + 1, ofOther]);
});

test("a program's server that begins to listen after the close is left alone", async () => {
  const program = createHttpServer();
  const count = () => ["listening", "request", "upgrade", "connection"].map((event) => program.listenerCount(event));
  const before = count();
  const server = await openServer(options);
  server.attach(program);
  await server.close();
  program.emit("listening");
  expect(count()).toEqual(before);
});

test("the admin endpoints say that the server is stopping, until all else has ended, and then close", async () => {
  const server = await openServer({ ...options, adminPort: 0 });
  const { admin } = await server.listen();
  /** Lets a part of the server close only when it is told to. */
  const hold = (part: { close(): Promise<unknown> }) => {
    const { close } = part;
    let go = () => {};
    const asked = new Promise<void>((resolve) => {
      part.close = async () => {
        resolve();
        await new Promise<void>((end) => (go = end));
        await close();
      };
    });
    return { asked, go: () => go() };
  };
  const { mail, webhookDispatcher } = server.services;
  const stages = [mail, webhookDispatcher].map(hold);
  const closed = server.close();
  for (const { asked, go } of stages) {
    await asked;
    const ready = await fetch(`${admin}/healthz/ready`);
    expect([ready.status, await ready.json()]).toEqual([
      503,
      { status: "unavailable", error: "The server is stopping." },
    ]);
    expect((await fetch(`${admin}/healthz/live`)).status).toBe(200);
    go();
  }
  await closed;
  await expect(fetch(`${admin}/healthz/live`)).rejects.toThrow();
});

/** Lets a step of the server's end last until `go`, and records its begin. */
function holdStep<Name extends string>(part: Record<Name, () => Promise<void>>, name: Name, begun: string[]) {
  const run = part[name].bind(part);
  let go = () => {};
  const hasEnded = new Promise<void>((resolve) => (go = resolve));
  const hasBegun = new Promise<void>((resolve) => {
    part[name] = async () => {
      begun.push(name);
      resolve();
      await hasEnded;
      await run();
    };
  });
  return { hasBegun, go };
}

test.each(["mail", "sms", "oauth"] as const)(
  "a server that closes waits for each step, beginning with %s",
  async (inbox) => {
    const { server } = await openDesk();
    const { webhookDispatcher, intake, mail, audit, [inbox]: first } = server.services;
    const begun: string[] = [];
    const steps = [
      holdStep(first, "close", begun),
      holdStep(webhookDispatcher, "close", begun),
      holdStep(intake, "close", begun),
      holdStep(mail, "saveVerdicts", begun),
      holdStep(audit, "close", begun),
    ];
    let isClosed = false;
    const closing = server.close().then(() => (isClosed = true));
    for (const [index, { hasBegun, go }] of steps.entries()) {
      await hasBegun;
      for (let turn = 0; turn < 5; turn++) await nextTurn();
      expect([begun.length, isClosed]).toEqual([index + 1, false]);
      go();
    }
    await closing;
  },
);

test("the checks of senders end before the intake does, and their verdicts are stored after that", async () => {
  const { server } = await openDesk();
  const { senderVerdicts, intake, mail } = server.services;
  const steps = [vi.spyOn(senderVerdicts, "close"), vi.spyOn(intake, "close"), vi.spyOn(mail, "saveVerdicts")];
  await server.close();
  const order = steps.map(({ mock }) => mock.invocationCallOrder[0] ?? 0);
  expect(order[0]).toBeGreaterThan(0);
  expect(order).toEqual(order.toSorted((one, other) => one - other));
});

test("a server stores the time before it closes its storage", async () => {
  const time = { now: Date.UTC(2026, 0, 1), passed: 0 };
  const stored: string[] = [];
  const { server } = await openDesk({
    clock: { now: () => time.now, monotonic: () => time.passed },
    wrapKv: (kv) => ({
      ...kv,
      async commit(writes) {
        await nextTurn();
        await kv.commit(writes);
        stored.push(...writes.map(([key]) => key));
      },
    }),
  });
  time.now += 5_000;
  time.passed += 5_000;
  stored.length = 0;
  await server.close();
  expect(stored).toContain("clock");
});
