import { beforeEach, expect, test, vi } from "vitest";
import { openStorage } from "../../src/storage/open-storage.ts";
import { readAllRecords } from "../../src/storage/read-all-records.ts";

type Reply = () => Promise<unknown>;

/** What the stand-in for Redis replies, and what its connections were told to do. */
const redis = vi.hoisted(() => ({
  replies: {} as Record<string, Reply | undefined>,
  connections: [] as { calls: string[]; settings: unknown[] }[],
}));

vi.mock("ioredis", async () => {
  // Imported here, because the mock is made before the imports of this file.
  const { EventEmitter } = await import("node:events");
  class Redis extends EventEmitter {
    calls: string[] = [];
    status = "ready";
    settings: unknown[];
    constructor(...settings: unknown[]) {
      super();
      this.settings = settings;
      redis.connections.push(this);
    }
    #reply = async (name: string, otherwise: unknown = "OK") => {
      this.calls.push(name);
      return redis.replies[name] ? redis.replies[name]() : otherwise;
    };
    duplicate = (settings: object) => new Redis(settings);
    connect = async () => {
      const reason = redis.replies.refuse;
      if (reason) this.emit("error", await reason());
      return this.#reply("connect");
    };
    ping = () => this.#reply("ping");
    subscribe = () => this.#reply("subscribe");
    getBuffer = () => this.#reply("getBuffer", null);
    call = (...command: string[]) => this.#reply(command.join(" "));
    callBuffer = () => this.#reply("callBuffer", []);
    config = (...command: string[]) => this.#reply(`CONFIG ${command.join(" ")}`, []);
    eval = () => this.#reply("eval", 1);
    quit = () => this.#reply("quit");
    disconnect = () => void this.calls.push("disconnect");
  }
  return { Redis };
});

beforeEach(() => {
  redis.replies = {};
  redis.connections.length = 0;
});

const url = "redis://desk.test:6379";
const ends = () => redis.connections.map(({ calls }) => calls.filter((call) => /quit|disconnect/.test(call)));

/** Opens and closes the storage; what the operator is told meanwhile. */
async function open(address = url) {
  const backend = await openStorage(address);
  await backend.close();
  return backend;
}

const rejected: Reply = () => Promise.reject(new Error("NOPERM"));
const user =
  (...flags: string[]): Reply =>
  async () => ["passwords", [], "flags", flags, "keys", "~*"];

test.each<[string, Reply, string, boolean]>([
  ["takes every password", user("on", "nopass"), "redis://:idle@desk.test", true],
  ["takes none", user("on", "nopass"), url, true],
  ["has switched that user off", user("off", "nopass"), url, false],
  ["asks for a password", user("on"), url, false],
  ["does not tell, and is addressed without a password", rejected, url, true],
  ["does not tell, and is addressed with one", rejected, "redis://:secret@desk.test", false],
])("a Redis that %s is warned about if anybody can connect", async (_which, reply, address, isWarned) => {
  redis.replies["ACL GETUSER default"] = reply;
  const { warnings } = await open(address);
  const { host } = new URL(address);
  expect(warnings.slice(0, -1)).toEqual(
    isWarned
      ? [
          `Redis at ${host} needs no password, so every program that can connect, and every user of its machine, can read every key. Set requirepass there and put the password into FRONTDESK_STORAGE: redis://:<password>@${host}.`,
        ]
      : [],
  );
  expect(warnings.at(-1)).toContain("Set FRONTDESK_SECRET");
  expect(warnings.join()).not.toMatch(/idle|:secret/);
});

const noFile =
  "Redis has no append-only file, so acknowledged data is lost if it crashes. Set appendonly yes and appendfsync always.";
const flushed = (how: string) =>
  `Redis writes its append-only file with appendfsync ${how}, so a power failure loses data acknowledged in the last second or more. Set appendfsync always.`;
const dropped = "Redis may drop stored data when memory is short (allkeys-lru). Set maxmemory-policy noeviction.";
test.each<[object, string | null, string[]]>([
  [{ appendonly: "no", appendfsync: "always" }, "noeviction", [noFile]],
  [{ appendonly: "yes", appendfsync: "everysec" }, "noeviction", [flushed("everysec")]],
  [{ appendonly: "yes", appendfsync: "always" }, "noeviction", []],
  [{ appendonly: "yes", appendfsync: "always" }, "allkeys-lru", [dropped]],
  [{ appendonly: "no" }, "allkeys-lru", [noFile, dropped]],
  [{}, null, []],
])("a Redis with %j and the policy %s has as many risks as it should", async (settings, policy, risks) => {
  redis.replies["CONFIG GET append*"] = async () => Object.entries(settings).flat();
  redis.replies["CONFIG GET maxmemory-policy"] = async () => (policy === null ? [] : ["maxmemory-policy", policy]);
  expect((await open()).risks).toEqual(risks);
});

test("a managed Redis that rejects CONFIG has no known risks", async () => {
  redis.replies["CONFIG GET append*"] = rejected;
  redis.replies["CONFIG GET maxmemory-policy"] = rejected;
  expect((await open()).risks).toEqual([]);
});

test("closing waits for work that holds a lock, then ends both connections, even one that does not end by itself", async () => {
  let isCutOff = false;
  redis.replies.quit = async () => {
    await new Promise(setImmediate);
    isCutOff ||= ends().flat().includes("disconnect");
    throw new Error("Connection is closed.");
  };
  const backend = await openStorage(url);
  let finish = () => {};
  const working = backend.locks.with(["a"], () => new Promise<void>((resolve) => (finish = resolve)));
  await expect.poll(() => redis.connections[0]?.calls).toContain("eval");
  const closing = backend.close();
  await new Promise(setImmediate);
  expect(ends()).toEqual([[], []]);
  finish();
  await Promise.all([working, closing]);
  expect(ends()).toEqual([
    ["quit", "disconnect"],
    ["quit", "disconnect"],
  ]);
  await new Promise(setImmediate);
  expect(isCutOff).toBe(false);
});

test("a closed storage delivers no event and leaves no timer", async () => {
  const [started, stopped] = [vi.spyOn(globalThis, "setInterval"), vi.spyOn(globalThis, "clearInterval")];
  const backend = await openStorage(url);
  const heard = vi.fn();
  backend.bus.subscribe("topic", heard);
  await backend.close();
  await backend.bus.publish("topic");
  expect(heard).not.toHaveBeenCalled();
  const timers = started.mock.results.map(({ value }) => value);
  expect(timers).not.toEqual([]);
  expect(stopped.mock.calls.map(([timer]) => timer)).toEqual(expect.arrayContaining(timers));
  for (const mock of [started, stopped]) mock.mockRestore();
});

test("a Redis that cannot be reached is reported with the reason, without the password, and is not tried further", async () => {
  redis.replies.refuse = async () => new Error("connect ECONNREFUSED 192.0.2.1:6379");
  redis.replies.connect = () => Promise.reject(new Error("Connection is closed."));
  await expect(openStorage("redis://:secret@desk.test:6379")).rejects.toThrow(
    /^--storage redis:\/\/desk\.test:6379 cannot be used: connect ECONNREFUSED 192\.0\.2\.1:6379$/,
  );
  expect(ends()).toEqual([["disconnect"], ["disconnect"]]);
});

test("a Redis that accepts the connection and rejects commands is not used", async () => {
  redis.replies.ping = () => Promise.reject(new Error("NOAUTH Authentication required."));
  await expect(openStorage(url)).rejects.toThrow("cannot be used: NOAUTH Authentication required.");
  expect(ends()).toEqual([["disconnect"], ["disconnect"]]);
});

test("a command fails after seconds, and a lost connection is tried again twice a second", async () => {
  await open("redis://:secret@desk.test:6380/2");
  expect(redis.connections.map(({ settings }) => settings)).toEqual([
    [
      "redis://:secret@desk.test:6380/2",
      {
        keyPrefix: "frontdesk:",
        lazyConnect: true,
        connectTimeout: 5_000,
        commandTimeout: 5_000,
        maxRetriesPerRequest: 2,
        disconnectTimeout: 50,
        keepAlive: 10_000,
        retryStrategy: expect.any(Function),
      },
    ],
    [{ keyPrefix: "", autoResubscribe: false, maxRetriesPerRequest: 0 }],
  ]);
  const { retryStrategy } = redis.connections[0]!.settings[1] as { retryStrategy: (attempt: number) => number };
  expect([1, 2, 9, 10, 11, 1_000].map(retryStrategy)).toEqual([50, 100, 450, 500, 500, 500]);
});

test("a backup tries a Redis that is down only twice, and leaves no connection", async () => {
  expect(await readAllRecords(url).next()).toEqual({ value: undefined, done: true });
  expect(redis.connections.map(({ settings }) => settings)).toEqual([
    [url, { lazyConnect: true, maxRetriesPerRequest: 1 }],
  ]);
  expect(ends()).toEqual([["disconnect"]]);
});
