import { once } from "node:events";
import net from "node:net";
import { duplexPair } from "node:stream";
import { expect, onTestFinished, test } from "vitest";
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
  expect([joined, relays.countPending()]).toEqual([["first"], 1]);
  client.write("hello");
  expect(String((await once(first.far, "data"))[0])).toBe("hello");
});

test("one that its server closed while it waited is not joined", async () => {
  const { relays, joined, add } = setUp();
  const closed = add("closed");
  add("open");
  closed.near.destroy();
  await once(closed.near, "close");
  expect(relays.countPending()).toBe(1);
  expect(relays.join(duplexPair()[0])).toBe(true);
  expect(joined).toEqual(["open"]);
});

test("one whose server ends it while it waits is closed, though the sockets of an HTTP server stay half open", async () => {
  const { relays, joined } = setUp();
  const server = net.createServer({ allowHalfOpen: true }).listen(0, "127.0.0.1");
  await once(server, "listening");
  onTestFinished(() => void server.close());
  const other = net.connect((server.address() as net.AddressInfo).port, "127.0.0.1");
  const [socket] = (await once(server, "connection")) as [net.Socket];
  relays.add(socket, () => joined.push("ended"));
  const closed = once(socket, "close");
  other.end();
  await closed;
  expect([relays.countPending(), relays.join(duplexPair()[0]), joined]).toEqual([0, false, []]);
});

test("one that was joined may end its side alone", async () => {
  const { relays, add } = setUp();
  const { far, near } = add("joined");
  const [client, data] = duplexPair();
  relays.join(data);
  client.resume();
  far.end("last");
  await once(client, "end");
  expect([near.destroyed, data.destroyed]).toEqual([false, false]);
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
