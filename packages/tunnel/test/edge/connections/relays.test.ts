import { once } from "node:events";
import { duplexPair } from "node:stream";
import { expect, test } from "vitest";
import { createRelays } from "../../../src/edge/connections/relays.ts";

/** Relays, to which other servers' connections are added by name; `joined` has the names in the order of their joins. */
function setUp() {
  const relays = createRelays();
  const joined: string[] = [];
  const add = (name: string) => {
    const [far, near] = duplexPair();
    relays.add(near, () => joined.push(name));
    return { far, near };
  };
  return { relays, joined, add };
}

test("the connection that has waited longest is joined first, just before bytes pass", async () => {
  const { relays, joined, add } = setUp();
  const first = add("first");
  add("second");
  const [client, data] = duplexPair();
  expect(relays.join(data)).toBe(true);
  expect([joined, relays.pending]).toEqual([["first"], 1]);
  client.write("hello");
  expect(String((await once(first.far, "data"))[0])).toBe("hello");
});

test("one that its server closed while it waited is not joined", async () => {
  const { relays, joined, add } = setUp();
  const closed = add("closed");
  add("open");
  closed.near.destroy();
  await once(closed.near, "close");
  expect(relays.pending).toBe(1);
  expect(relays.join(duplexPair()[0])).toBe(true);
  expect(joined).toEqual(["open"]);
});

test("without one that waits, a data connection is not joined", () => {
  const { relays } = setUp();
  expect(relays.join(duplexPair()[0])).toBe(false);
});

test("those that wait and those that were joined are closed each by its own call", async () => {
  const { relays, add } = setUp();
  const joined = add("joined");
  relays.join(duplexPair()[0]);
  const waiting = add("waiting");
  const closed = once(waiting.near, "close");
  relays.rejectPending();
  await closed;
  expect(joined.near.destroyed).toBe(false);
  const joinedClosed = once(joined.near, "close");
  relays.destroyJoined();
  await joinedClosed;
});
