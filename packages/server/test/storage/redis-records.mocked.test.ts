import { beforeEach, expect, test, vi } from "vitest";
import { readAllRecords } from "../../src/storage/read-all-records.ts";

/** What the stand-in for Redis replies to a script, and the client that was made last. */
const redis = vi.hoisted(() => ({
  reply: async (): Promise<Buffer[]> => [],
  connectionErrors: [] as Error[],
  scripts: [] as unknown[][],
  options: {} as object,
  disconnects: 0,
}));

vi.mock("ioredis", async () => {
  // Imported here, because the mock is made before the imports of this file.
  const { EventEmitter } = await import("node:events");
  class Redis extends EventEmitter {
    constructor(_url: string, options: object) {
      super();
      redis.options = options;
    }
    callBuffer = async (...args: unknown[]) => {
      redis.scripts.push(args);
      for (const error of redis.connectionErrors) this.emit("error", error);
      return redis.reply();
    };
    disconnect = () => void redis.disconnects++;
  }
  return { Redis };
});

beforeEach(() => {
  redis.connectionErrors = [];
  redis.scripts = [];
  redis.disconnects = 0;
});

const url = "redis://:secret@desk.test:6379";
const stored = (...records: [key: string, value: string][]) =>
  records.flatMap(([key, value]) => [Buffer.from(`frontdesk:kv:${key}`), Buffer.from(value)]);

test("all records of Redis are read by one script, by the names that the server gave them", async () => {
  redis.reply = async () => stored(["keyring", "{}"], ["message:frontdesk:kv:1", "\x01\xff"]);
  const records: string[][] = [];
  for await (const [key, bytes] of readAllRecords(url)) records.push([key, bytes.toString()]);
  expect(records).toEqual([
    ["keyring", "{}"],
    ["message:frontdesk:kv:1", "\x01\xff"],
  ]);
  expect(redis.scripts).toEqual([["EVAL", expect.any(String), 0, "frontdesk:kv:", "keyring"]]);
  expect(redis.disconnects).toBe(1);
});

test("an empty Redis has no records", async () => {
  redis.reply = async () => [];
  expect(await readAllRecords(url).next()).toEqual({ done: true, value: undefined });
});

test("reading that is given up midway ends the connection", async () => {
  redis.reply = async () => stored(["a", "{}"], ["b", "{}"]);
  for await (const [key] of readAllRecords(url)) if (key === "a") break;
  expect(redis.disconnects).toBe(1);
});

test.each([
  ["the first failure to connect", [new Error("connect ECONNREFUSED"), new Error("later")], "connect ECONNREFUSED"],
  ["what the script says", [], "Reached the max retries"],
])("a Redis that cannot be read is reported with %s, without its password", async (_which, errors, reason) => {
  redis.connectionErrors = errors;
  redis.reply = () => Promise.reject(new Error("Reached the max retries"));
  await expect(readAllRecords(url).next()).rejects.toThrow(
    `--storage redis://desk.test:6379 cannot be used: ${reason}`,
  );
  expect(redis.disconnects).toBe(1);
  // A backup of a Redis that is down must fail soon.
  expect(redis.options).toMatchObject({ maxRetriesPerRequest: 1 });
});
