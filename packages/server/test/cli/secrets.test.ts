import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, expect, test } from "vitest";
import { readSettings } from "../../src/cli/settings.ts";

const dir = mkdtempSync(join(tmpdir(), "frontdesk-secrets-"));
afterAll(() => rmSync(dir, { recursive: true }));

test.each([
  ["secret", "QUFBQUFBQUFBQUFBQUFBQUFBQUFBQUFBQUFBQUFBQUE=", "FRONTDESK_SECRET_FILE"],
  ["clusterSecret", "0123456789abcdef", "FRONTDESK_CLUSTER_SECRET_FILE"],
  ["storage", "redis://:hunter2@10.0.0.2:6379", "FRONTDESK_STORAGE_FILE"],
  ["storage", "rediss://me:hunter2@redis.example", "FRONTDESK_STORAGE_FILE"],
])("%s %s is rejected, because every user of the machine would see it", (flag, value, instead) => {
  const read = () => readSettings({ [flag]: value }, {});
  expect(read).toThrow(/would show in process lists/);
  expect(read).toThrow(instead);
  expect(read).not.toThrow("hunter2");
});

test("a storage without a password may be set by its flag", () => {
  expect(readSettings({ storage: "redis://10.0.0.2:6379" }, {}).options.storage).toBe("redis://10.0.0.2:6379");
});

test("any variable may come from a file, and the variable itself overrides it", () => {
  const file = join(dir, "secret");
  writeFileSync(file, "0123456789abcdef\n");
  const env = { FRONTDESK_CLUSTER_SECRET_FILE: file, FRONTDESK_BOOTSTRAP_KEY_FILE: file };
  expect(readSettings({}, env).options).toMatchObject({
    clusterSecret: "0123456789abcdef",
    bootstrapKey: "0123456789abcdef",
  });
  expect(readSettings({}, { ...env, FRONTDESK_BOOTSTRAP_KEY: "own" }).options.bootstrapKey).toBe("own");
  expect(() => readSettings({}, { FRONTDESK_CLUSTER_SECRET_FILE: join(dir, "none") })).toThrow(/cannot be read/);
});

test("of a file the first line counts, however it ends, and an empty one sets nothing", () => {
  const file = join(dir, "lines");
  const read = () => readSettings({}, { FRONTDESK_BOOTSTRAP_KEY_FILE: file }).options.bootstrapKey;
  writeFileSync(file, "0123456789abcdef\r\nsecond\r\n");
  expect(read()).toBe("0123456789abcdef");
  writeFileSync(file, "\n");
  expect(read()).toBeUndefined();
  // An empty variable is as good as none.
  writeFileSync(file, "0123456789abcdef");
  expect(
    readSettings({}, { FRONTDESK_BOOTSTRAP_KEY: "", FRONTDESK_BOOTSTRAP_KEY_FILE: file }).options.bootstrapKey,
  ).toBe("0123456789abcdef");
});

test("a secret's flag without a value shows nothing, so it is not an error", () => {
  expect(readSettings({ clusterSecret: "" }, {}).options.clusterSecret).toBe(
    readSettings({}, {}).options.clusterSecret,
  );
});
