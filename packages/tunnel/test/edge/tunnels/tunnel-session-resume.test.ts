import { duplexPair } from "node:stream";
import { expect, test } from "vitest";
import type { AppConnection } from "../../../src/edge/connections/app-connection.ts";
import { turn } from "../../wire/ends.ts";
import { createSessionBed } from "./tunnel-session-setup.ts";

function setUp() {
  const set = createSessionBed({ sharedConnections: 0, dedicatedConnections: 4 });
  const addData = () => {
    const [data, agent] = duplexPair();
    agent.resume();
    set.session.pool.add(data);
    return data;
  };
  /** Whether a connection can be had now. */
  const isServed = () => {
    let link: AppConnection | null = null;
    set.session.pool.acquire((taken) => (link = taken), { needsFresh: false, needsDedicated: true });
    return link !== null;
  };
  return { ...set, addData, isServed };
}

test("a client is authenticated by the secret that it was given, and by nothing else", async () => {
  const { session, dial } = setUp();
  const { said } = dial();
  await turn();
  const [welcome] = said;
  if (welcome?.type !== "welcome") throw new Error("not welcomed");
  expect(Buffer.from(welcome.secret, "base64url").length).toBe(24);
  expect([welcome.secret, "", `${welcome.secret}AAAA`, "A".repeat(32)].map(session.hasSecret)).toEqual([
    true,
    false,
    false,
    false,
  ]);
});

test("a reconnecting client replaces its former connection, with its new rules", async () => {
  const { bed, session, dial } = setUp();
  const former = dial();
  const rules = { hostHeader: "app.test", indexable: true };
  const { said, control } = dial(rules, true);
  expect(former.control.destroyed).toBe(true);
  expect(session).toMatchObject({ share: true, rules });
  expect(session.access).toMatchObject({ hostHeader: "app.test" });
  // The end of the former one says nothing about the new.
  await turn();
  await turn();
  session.receive({ type: "ping" });
  await turn();
  expect([bed.ended, control.destroyed, said.at(-1)]).toEqual([0, false, { type: "pong" }]);
});

test("a client's silence is measured from its newest connection", async () => {
  const { bed, dial, after } = setUp();
  dial();
  for (let second = 1; second <= 7; second++) await after(1_000);
  const { control } = dial();
  for (let second = 1; second <= 8; second++) await after(1_000);
  expect([bed.ended, control.destroyed]).toEqual([0, false]);
  await after(1_000);
  expect(bed.ended).toBe(1);
});

test("a client that sends something is pinged once per heartbeat", async () => {
  const { session, dial, after } = setUp();
  const { frames } = dial();
  for (let second = 1; second <= 9; second++) {
    session.onReceived();
    await after(1_000);
  }
  expect(frames.filter((type) => type === "ping")).toHaveLength(2);
});

test.each(["is lost", "is replaced by another one of the agent"])(
  "data connections are probed when the control connection %s",
  async (how) => {
    const { bed, dial, addData, isServed } = setUp();
    bed.time = 1_000;
    const { control } = dial();
    addData();
    addData();
    expect(isServed()).toBe(true);
    if (how === "is lost") {
      control.destroy();
      await turn();
    } else dial();
    expect(isServed()).toBe(false);
  },
);

test("connections that arrived while a client had no control connection are probed when it is back", async () => {
  const { bed, dial, addData, isServed } = setUp();
  bed.time = 1_000;
  const { control } = dial();
  addData();
  control.destroy();
  await turn();
  addData();
  dial();
  addData();
  addData();
  expect([isServed(), isServed(), isServed()]).toEqual([true, true, false]);
});

test("the first connections are requested at once, and so are those that failed", async () => {
  const { session, dial, after } = setUp();
  const { said } = dial();
  session.receive({ type: "undialed", count: 4 });
  await after(1_000);
  expect(said.filter(({ type }) => type === "dial")).toEqual([
    { type: "dial", count: 4 },
    { type: "dial", count: 4 },
  ]);
});

test.each([true, false])("a silent data connection is closed, with a control connection: %s", async (has) => {
  const { session, dial, addData, after } = setUp();
  const { control } = dial();
  const [silent] = [addData(), addData()];
  if (!has) control.destroy();
  await turn();
  for (let second = 1; second <= 29; second++) {
    session.onReceived();
    await after(1_000);
  }
  expect(silent!.destroyed).toBe(true);
});

test("an error of a control connection does no harm", async () => {
  const { bed, dial } = setUp();
  const { control } = dial();
  control.destroy(new Error("reset"));
  await turn();
  expect(bed.ended).toBe(1);
});
