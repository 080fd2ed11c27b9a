import { once } from "node:events";
import { expect, onTestFinished, test, vi } from "vitest";
import type { SubdomainRef, VisitorRate } from "../../../src/edge/types.ts";
import { CONTROL_PATH, DATA_PATH, encodeFrame, PROTOCOL, RELAY_PATH } from "../../../src/wire/index.ts";
import { turn } from "../../wire/ends.ts";
import { REF, setUp } from "../cluster/client-dials.ts";

function fakeTimers(): void {
  vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
  onTestFinished(() => void vi.useRealTimers());
}

test.each(["renewed", "deleted"] as const)(
  "a client whose token was %s is told so, and closed half a second later if it stays",
  async (reason) => {
    const { enter, tell, tunnels, listening } = setUp();
    const { socket, frames } = await enter();
    fakeTimers();
    const timers = vi.spyOn(globalThis, "setTimeout");
    tell(reason);
    await turn();
    // It must not keep a stopping server running.
    expect(timers.mock.results.filter(({ value }) => value.hasRef())).toEqual([]);
    timers.mockRestore();
    expect(frames.at(-1)).toEqual({ type: "closed", reason });
    expect([tunnels.count(), listening.size]).toEqual([0, 0]);
    vi.advanceTimersByTime(499);
    expect(socket.destroyed).toBe(false);
    vi.advanceTimersByTime(1);
    expect(socket.destroyed).toBe(true);
  },
);

test.each(["draining", "stopping", ""])("«%s» on its subdomain's topic does not close a client", async (message) => {
  const { enter, tell, tunnels } = setUp();
  const { frames } = await enter();
  tell(message);
  await turn();
  expect([frames.map(({ type }) => type).includes("closed"), tunnels.count()]).toEqual([false, 1]);
});

test("a client whose token is rotated before its hello is closed at once", async () => {
  const { dial, tell } = setUp();
  const { socket, status } = dial(CONTROL_PATH);
  await turn();
  expect(status()).toBe("101");
  tell("renewed");
  expect(socket.destroyed).toBe(true);
});

test.each<[string, (token: string, tell: (message: string) => void) => SubdomainRef | null]>([
  ["is no longer known", () => null],
  ["is another subdomain's by then", () => ({ ...REF, id: "s2" })],
])("a token that %s at the second look-up is refused, and nothing listens on", async (_what, second) => {
  const { bed, dial, listening, refused, tell } = setUp();
  let asked = 0;
  bed.find = async (token) => (asked++ === 0 ? REF : second(token, tell));
  const { status } = dial(CONTROL_PATH);
  await turn();
  expect([status(), listening.size]).toEqual(["401", 0]);
  expect(refused).toEqual(["2001:db8::1: tunnel token missing, wrong or no longer valid"]);
});

test("a rotation between the two look-ups is noticed", async () => {
  const { bed, dial, tell, listening } = setUp();
  let asked = 0;
  bed.find = async () => {
    if (asked++ === 1) tell("renewed");
    return REF;
  };
  const { socket } = dial(CONTROL_PATH);
  await turn();
  expect([socket.destroyed, listening.size]).toEqual([true, 0]);
});

test.each([1, 2])("if look-up %i fails, the response is 503, and no listener remains", async (which) => {
  const { bed, dial, listening, logged } = setUp();
  let asked = 0;
  bed.find = async () => {
    if (++asked === which) throw new Error("storage is gone");
    return REF;
  };
  const { status } = dial(CONTROL_PATH);
  await turn();
  expect([status(), listening.size]).toEqual(["503", 0]);
  expect(logged).toEqual(["tunnel could not be opened: storage is gone"]);
});

test("a stopping server rejects new control connections with 503, and accepts data connections", async () => {
  const { bed, dial, enter, proven } = setUp();
  const { session, secret } = await enter();
  bed.closing = true;
  const [control, data] = [
    dial(CONTROL_PATH),
    dial(DATA_PATH, { "frontdesk-session": session, authorization: `Bearer ${secret}` }),
  ];
  await turn();
  expect([control.status(), data.status(), proven]).toEqual(["503", "101", [data.socket]]);
});

test("a client that ends its side while its token is looked up opens no tunnel, and leaves nothing", async () => {
  const { bed, dial, hello, tunnels, listening } = setUp();
  let find = (_found: SubdomainRef) => {};
  bed.find = () => new Promise((resolve) => (find = resolve));
  const { socket, agent } = dial(CONTROL_PATH, { head: hello() });
  agent.end();
  await turn();
  // As Node's sockets do when their other side ends. They stay half open after an upgrade.
  socket.read(0);
  await turn();
  for (let lookUp = 0; lookUp < 2; lookUp++) {
    find(REF);
    await turn();
  }
  expect([socket.destroyed, tunnels.count(), listening.size]).toEqual([true, 0, 0]);
});

test("a client whose hello arrives at a stopping server is closed, so that it connects to another", async () => {
  const { bed, dial, hello, tunnels, listening } = setUp();
  const { socket, agent, status } = dial(CONTROL_PATH);
  await turn();
  expect(status()).toBe("101");
  bed.closing = true;
  const closed = once(socket, "close");
  agent.write(hello());
  await turn();
  expect([socket.destroyed, tunnels.count()]).toEqual([true, 0]);
  await closed;
  expect(listening.size).toBe(0);
});

test("a data connection of a session on this server is handled here, and others may be another server's", async () => {
  const { dial, enter, served, refused } = setUp();
  const { session, secret } = await enter();
  const wrong = dial(DATA_PATH, { "frontdesk-session": session, authorization: "Bearer guess" });
  const early = dial(DATA_PATH, { "frontdesk-session": session, authorization: `Bearer ${secret}`, head: "bytes" });
  await turn();
  expect([wrong.status(), early.status(), served]).toEqual(["401", "401", []]);
  expect(refused).toEqual(Array(2).fill("2001:db8::1: data connection without the secret of an open tunnel"));
  dial(DATA_PATH, { "frontdesk-session": "s1.other" });
  dial(RELAY_PATH);
  expect(served).toEqual(["forward", "relay"]);
});

test.each([
  ["POST", { method: "POST" }, "400"],
  ["another protocol", { upgrade: "websocket" }, "400"],
  ["the protocol in capital letters", { upgrade: PROTOCOL.toUpperCase() }, "101"],
])("a dial with %s is answered %s", async (_what, headers, status) => {
  const dialled = setUp().dial(CONTROL_PATH, headers as object as Record<string, string>);
  await turn();
  expect(dialled.status()).toBe(status);
});

test("wrong tokens and secrets are counted by network, and each is logged, also those that are too many", async () => {
  const keys: string[] = [];
  const rate: VisitorRate = { hit: (key) => (keys.push(key) > 2 ? 30_000 : 0), retryAfterMs: () => 0 };
  const { bed, dial, refused } = setUp({
    rates: { failures: rate, guesses: rate, aborts: rate },
    cluster: { serveRelay() {}, forwardDial: () => false },
  });
  bed.find = async () => null;
  const all = [];
  for (const path of [CONTROL_PATH, DATA_PATH, CONTROL_PATH, DATA_PATH]) {
    all.push(dial(path));
    await turn();
  }
  expect(all.map(({ status }) => status())).toEqual(["401", "401", "429", "429"]);
  expect(all[3]!.text()).toContain("Retry-After: 30\r\n");
  expect(new Set(keys)).toEqual(new Set(["2001:db8:0:0::/64"]));
  const [token, secret] = [
    "tunnel token missing, wrong or no longer valid",
    "data connection without the secret of an open tunnel",
  ];
  expect(refused).toEqual([token, secret, token, secret].map((reason) => `2001:db8::1: ${reason}`));
});

test("a resumed session listens once, and not at all once it has ended", async () => {
  const { enter, listening, tunnels } = setUp();
  const { session, secret } = await enter();
  const again = await enter({ session, secret });
  expect([again.session, listening.size, tunnels.count()]).toEqual([session, 1, 1]);
  const closed = once(again.socket, "close");
  again.agent.write(encodeFrame({ type: "bye" }));
  await turn();
  expect([listening.size, tunnels.count()]).toEqual([0, 0]);
  again.socket.destroy();
  await closed;
});

test("a session is not resumed with a later token, even if its secret is right", async () => {
  const { bed, enter } = setUp();
  const { session, secret } = await enter();
  bed.find = async () => ({ ...REF, tokenHash: "later" });
  expect((await enter({ session, secret })).session).not.toBe(session);
});

test("after its hello a client has no time limit, and when it disconnects its connection is closed", async () => {
  fakeTimers();
  const { enter, listening } = setUp();
  const { socket, agent } = await enter();
  expect(vi.getTimerCount()).toBe(0);
  vi.advanceTimersByTime(60_000);
  expect([socket.destroyed, listening.size]).toEqual([false, 1]);
  const closed = once(socket, "close");
  agent.end();
  await closed;
  expect(listening.size).toBe(0);
});

test.each(["not json\n", '{"type":"ping"}\n'])(
  "a first frame that is not a hello (%j) ends the connection",
  async (line) => {
    const { dial, logged } = setUp();
    const { socket, agent } = dial(CONTROL_PATH);
    await turn();
    agent.write(line);
    await turn();
    expect([socket.destroyed, logged]).toEqual([
      true,
      ["tunnel demo.localhost: control connection closed because it violated the protocol"],
    ]);
  },
);

test("an error of a dialled connection ends nothing else", () => {
  expect(setUp().dial("/nowhere").socket.emit("error", new Error("reset"))).toBe(true);
});

test("any bytes from a client are a sign of life", async () => {
  const { enter, tunnels } = setUp();
  const { agent } = await enter();
  const heard = vi.spyOn(tunnels.sessions()[0]!, "onReceived");
  agent.write(encodeFrame({ type: "pong" }));
  await turn();
  expect(heard).toHaveBeenCalledOnce();
});
