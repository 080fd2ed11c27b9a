import { EventEmitter } from "node:events";
import type { Socket } from "node:net";
import { beforeEach, expect, test } from "vitest";
import { pipeToApp, type Tap } from "../../src/client/pipe.ts";
import type { OnBytes } from "../../src/client/reading.ts";
import type { Stream } from "../../src/wire/index.ts";

const did: string[] = [];
beforeEach(() => void did.splice(0));
const say = (word: string) => void did.push(word);
const since = () => did.splice(0);

/** A channel and an app among fakes. */
function setUp({ watched = false, channelTakes = true, appTakes = true } = {}) {
  let take!: OnBytes;
  const app = Object.assign(new EventEmitter(), {
    write(bytes: Buffer) {
      say(`to app ${bytes}`);
      return appTakes;
    },
    resume: () => say("app resumes"),
    end: () => say("app's end"),
    destroy: () => say("app destroyed"),
  });
  const channel = {
    isDedicated: false,
    listener: {} as Stream["listener"],
    write(bytes: Buffer | string, done?: () => void) {
      say(`to visitor ${String(bytes).slice(0, 24)}`);
      done?.();
      return channelTakes;
    },
    pause: () => say("channel pauses"),
    resume: () => say("channel resumes"),
    end: () => say("channel's end"),
    destroy: () => say("channel destroyed"),
  };
  const kept: Buffer[] = [];
  const tap: Tap = {
    request: (bytes) => say(`saw request ${bytes}`),
    response: (bytes) => void kept.push(bytes),
    close: (reason) => say(`saw ${reason}`),
  };
  pipeToApp({
    stream: channel as object as Stream,
    connect(next) {
      say("connects");
      take = next;
      return app as object as Socket;
    },
    tap: watched ? tap : undefined,
  });
  const hear = (text: string) => channel.listener.onData(Buffer.from(text));
  return { app, channel, kept, hear, take: (bytes: Buffer, done?: () => void) => take(bytes, done) };
}

test("the app is connected to when the first bytes arrive, and once", () => {
  const { hear } = setUp();
  expect(since()).toEqual([]);
  hear("one");
  hear("two");
  expect(since()).toEqual(["connects", "to app one", "to app two"]);
});

test("each end pauses the other while it cannot accept more, and resumes it", () => {
  const { hear, app, channel, take } = setUp({ appTakes: false, channelTakes: false });
  hear("one");
  expect(since()).toEqual(["connects", "to app one", "channel pauses"]);
  app.emit("drain");
  expect(take(Buffer.from("answer"))).toBe(false);
  channel.listener.onDrain();
  expect(since()).toEqual(["channel resumes", "to visitor answer", "app resumes"]);
});

test("an end is forwarded, and one before the first bytes ends only the channel", () => {
  const { channel, hear, app } = setUp();
  channel.listener.onDrain();
  channel.listener.onEnd();
  expect(since()).toEqual(["channel's end"]);
  hear("one");
  since();
  channel.listener.onEnd();
  app.emit("end");
  app.emit("close", false);
  expect(since()).toEqual(["app's end", "channel's end", "channel's end"]);
});

test.each([
  ["after its answer began", true, "ECONNREFUSED"],
  ["for another reason than the way to it", false, "ECONNRESET"],
])("an app that fails %s is closed, as it closed the visitor's stream", (_what, answered, code) => {
  const { hear, app, take } = setUp({ watched: true });
  hear("one");
  if (answered) take(Buffer.from("answer"));
  since();
  app.emit("error", Object.assign(new Error(), { code }));
  app.emit("close", true);
  expect(since()).toEqual(["saw closed", "channel destroyed"]);
});

test.each([
  [{ code: "ECONNREFUSED" }, "ECONNREFUSED"],
  [{ code: "ETIMEDOUT", syscall: "connect" }, "ETIMEDOUT"],
  [{ code: "ENOTFOUND", syscall: "getaddrinfo" }, "ENOTFOUND"],
  [{ code: "EPROTO" }, "EPROTO"],
  [{ code: "ERR_SSL_WRONG_VERSION_NUMBER" }, "ERR_SSL_WRONG_VERSION_NUMBER"],
  [{ syscall: "connect" }, "UNREACHABLE"],
])("an unreachable app (%j) is answered for, and further bytes of the visitor are read", (failure, code) => {
  const { hear, app, channel } = setUp({ watched: true });
  const written: string[] = [];
  channel.write = (bytes) => written.push(String(bytes)) > 0;
  hear("one");
  since();
  app.emit("error", Object.assign(new Error(), failure));
  expect(since()).toEqual(["saw app_down", "channel's end", "channel resumes"]);
  expect(written).toEqual([
    `HTTP/1.1 502 Bad Gateway\r\nfrontdesk-tunnel-error: ${code}\r\nfrontdesk-agent-error: ${code}\r\nContent-Length: 0\r\nConnection: close\r\n\r\n`,
  ]);
});

test("a reset channel closes the app's connection, and one without an app ends cleanly too", () => {
  const { hear, channel } = setUp({ watched: true });
  channel.listener.onClose(true);
  expect(since()).toEqual(["saw closed"]);
  hear("one");
  since();
  channel.listener.onClose(true);
  expect(since()).toEqual(["saw closed", "app destroyed"]);
});

test("observers get a copy of short chunks and the original bytes of long ones", () => {
  const { hear, take, kept } = setUp({ watched: true });
  hear("one");
  const given: number[] = [];
  const [short, long] = [8_192, 8_193].map((size) => Buffer.alloc(size, "a"));
  for (const bytes of [short!, long!]) take(bytes, () => void given.push(bytes.length));
  expect(kept.map((bytes) => bytes.buffer === short!.buffer || bytes === long)).toEqual([false, true]);
  // Memory that somebody keeps is not given back.
  expect(given).toEqual([8_192]);
  expect(since().slice(0, 2)).toEqual(["saw request one", "connects"].slice(0, 2));
});
