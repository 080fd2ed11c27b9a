import { expect, test } from "vitest";
import { throwRedisError, withoutCredentials } from "../../src/storage/redis/redis-address.ts";

test.each([
  ["redis://user:secret@cache.example:6379/2", "redis://cache.example:6379/2"],
  ["rediss://:secret@cache.example", "rediss://cache.example"],
  ["redis://cache.example/", "redis://cache.example"],
])("messages have the address %s without its password and without a lone slash", (url, shown) => {
  expect(withoutCredentials(url)).toBe(shown);
  const fail = () => throwRedisError(url, new Error("refused"));
  expect(fail).toThrow(`--storage ${shown} cannot be used: refused`);
});

test("an address that is no URL is not shown, because it may have a password", () => {
  expect(() => withoutCredentials("//user:secret@cache.example")).toThrow(
    /^--storage has a Redis address that is not a URL\. Write redis:\/\/host:6379 or rediss:\/\/host:6379$/,
  );
});
