import { beforeEach, expect, test } from "vitest";
import { createAppConnection, type ResponseHandler } from "../../../src/edge/connections/app-connection.ts";
import type { BufferOwner } from "../../../src/edge/connections/send-buffers.ts";
import type { Stream } from "../../../src/wire/index.ts";

const did: string[] = [];
beforeEach(() => void did.splice(0));
const say = (word: string) => void did.push(word);

/** A link over a fake channel, and what happens to it. */
function setUp() {
  const bed = { time: 0, takes: true };
  const noted = new Set<BufferOwner>();
  const channel = {
    hasMoved: false,
    receiveBufferBytes: 3,
    sendBufferBytes: () => 4,
    listener: {} as Stream["listener"],
    write(bytes: string) {
      say(`write ${bytes}`);
      return bed.takes;
    },
    pause: () => say("pause"),
    resume: () => say("resume"),
    end: () => say("end"),
    destroy: () => say("destroy"),
  };
  const link = createAppConnection({
    stream: channel as object as Stream,
    now: () => bed.time,
    sendBuffers: { track: (peer) => void noted.add(peer), untrack: (peer) => void noted.delete(peer) },
    onIdle: () => say("idle"),
    onClose: () => say("gone"),
  });
  const user: ResponseHandler = {
    onHead: ({ status }) => say(`head ${status}`),
    onBody: (bytes, last) => say(`body ${bytes} ${last}`),
    onEnd: () => say("complete"),
    onReadDone: () => say("read"),
    onAppDrain: () => say("drained"),
    onLost: (reason) => say(`lost ${reason}`),
  };
  const hear = (text: string) => channel.listener.onData(Buffer.from(text));
  return { bed, noted, channel, link, user, hear, begin: (method = "GET") => link.sendRequest(user, method, "head") };
}

const OK = "HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nok";
/** What was done since the last call. */
const since = () => did.splice(0);

test("a connection carries one request after another, and counts them", () => {
  const { bed, link, hear, begin } = setUp();
  expect([link.requestCount, link.hasResponseBytes, link.idleSince]).toEqual([0, false, 0]);
  for (const uses of [1, 2]) {
    begin();
    expect([link.requestCount, link.hasResponseBytes, link.bufferedBytes()]).toEqual([uses, false, 3]);
    hear(OK);
    expect(link.hasResponseBytes).toBe(true);
    bed.time = uses * 1_000;
    link.release();
    expect(link.idleSince).toBe(uses * 1_000);
    expect(since()).toEqual(["write head", "head 200", "body ok true", "complete", "read", "resume", "idle"]);
  }
});

test("the response to HEAD has no body, whatever its length says", () => {
  const { hear, begin } = setUp();
  begin("HEAD");
  hear("HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\n");
  expect(since()).toEqual(["write head", "head 200", "complete", "read"]);
});

test("bytes after a response close the connection before its user learns that the response is complete", () => {
  const { link, hear, begin } = setUp();
  begin();
  hear(`${OK}HTTP/1.1 200 OK`);
  expect(since().slice(3)).toEqual(["destroy", "gone", "complete", "read"]);
  link.release();
  expect(since()).toEqual([]);
});

test("bytes that arrive without a request close the connection", () => {
  setUp().hear("x");
  expect(since()).toEqual(["destroy", "gone"]);
});

test("an invalid response is reported as such, once", () => {
  const { hear, begin, channel } = setUp();
  begin();
  hear("no answer\r\n\r\n");
  channel.listener.onClose(true);
  expect(since()).toEqual(["write head", "destroy", "gone", "lost malformed"]);
});

test.each<[string, (bed: ReturnType<typeof setUp>) => void, string[]]>([
  ["ends before its answer", ({ channel }) => channel.listener.onEnd(), ["destroy", "gone", "lost closed"]],
  ["is closed by the app", ({ channel }) => channel.listener.onClose(false), ["destroy", "gone", "lost closed"]],
  [
    "is cut with its connection",
    ({ channel }) => channel.listener.onClose(true),
    ["destroy", "gone", "lost disconnected"],
  ],
  ["is taken away", ({ link }) => link.abort(), ["destroy", "gone", "lost disconnected"]],
  ["is given up by its user", ({ link }) => link.destroy(), ["destroy", "gone"]],
])("a link that %s is gone, and its user hears why", (_what, happens, expected) => {
  const bed = setUp();
  bed.begin();
  since();
  happens(bed);
  expect(since()).toEqual(expected);
  // Whatever comes now, it was over.
  bed.channel.listener.onClose(true);
  bed.channel.listener.onEnd();
  bed.link.abort();
  bed.link.destroy();
  bed.link.release();
  expect(since()).toEqual([]);
});

test("a response that ends with its connection is complete", () => {
  const { hear, begin, channel } = setUp();
  begin();
  hear("HTTP/1.1 200 OK\r\nConnection: close\r\n\r\nall");
  channel.listener.onEnd();
  expect(since()).toContain("complete");
});

test("a connection whose bytes have moved to another one is not reused", () => {
  const { link, channel, hear, begin } = setUp();
  begin();
  hear(OK);
  channel.hasMoved = true;
  since();
  link.release();
  expect(since()).toEqual(["destroy", "gone"]);
});

test("bytes that the client does not read are counted until it drains or the connection closes", () => {
  const { bed, link, channel, noted, begin } = setUp();
  begin();
  expect(noted.size).toBe(0);
  bed.takes = false;
  expect(link.write("more")).toBe(false);
  expect([...noted].map((peer) => peer.bufferedBytes())).toEqual([4]);
  channel.listener.onDrain();
  expect([noted.size, since().at(-1)]).toEqual([0, "drained"]);
  link.write("more");
  expect(noted.size).toBe(1);
  const [peer] = noted;
  since();
  peer!.close();
  expect([noted.size, since()]).toEqual([0, ["destroy", "gone", "lost closed"]]);
});

test("its user pauses and resumes the response, and ends its own direction", () => {
  const { link, begin } = setUp();
  begin();
  since();
  link.pause();
  link.resume();
  link.end();
  expect(since()).toEqual(["pause", "resume", "end"]);
});

test("a released connection reports nothing more to its last user", () => {
  const { link, channel, hear, begin } = setUp();
  begin();
  hear(OK);
  link.release();
  since();
  channel.listener.onDrain();
  channel.listener.onClose(true);
  expect(since()).toEqual(["destroy", "gone"]);
});

test("a response has begun when its first bytes are parsed, also malformed ones, so the request is not repeated", () => {
  for (const text of [OK, "HTTP/9.9 no\r\n\r\n"]) {
    const { link, user, hear } = setUp();
    const seen: boolean[] = [];
    const note = () => void seen.push(link.hasResponseBytes);
    link.sendRequest({ ...user, onHead: note, onLost: note }, "GET", "head");
    hear(text);
    expect(seen).toEqual([true]);
  }
});
