import { X509Certificate } from "node:crypto";
import { expect, test } from "vitest";
import { openProviderAuthority } from "../../src/providers/authority.ts";
import { createLocalLocks } from "../../src/storage/local-locks.ts";
import { createMemoryKv } from "../../src/storage/memory-kv.ts";

const day = 24 * 60 * 60 * 1000;

test("servers of one storage have one authority, also after a restart", async () => {
  const parts = { kv: createMemoryKv(), locks: createLocalLocks() };
  const [one, other] = await Promise.all([openProviderAuthority(parts), openProviderAuthority(parts)]);
  expect(other.certificate).toBe(one.certificate);
  expect((await openProviderAuthority(parts)).certificate).toBe(one.certificate);
  const elsewhere = await openProviderAuthority({ kv: createMemoryKv(), locks: createLocalLocks() });
  expect(elsewhere.certificate).not.toBe(one.certificate);
});

test("the authority is valid for ten years, and from the day before, because an app's clock may be slow", async () => {
  const { certificate } = await openProviderAuthority({ kv: createMemoryKv(), locks: createLocalLocks() });
  const { ca, validFrom, validTo } = new X509Certificate(certificate);
  const days = (time: string) => Math.round((Date.parse(time) - Date.now()) / day);
  expect([ca, days(validFrom), days(validTo)]).toEqual([true, -1, 3650]);
});

test("a host gets one certificate, and each host its own", async () => {
  const authority = await openProviderAuthority({ kv: createMemoryKv(), locks: createLocalLocks() });
  const long = `${"a".repeat(60)}.example.com`;
  const [first, again, other] = await Promise.all(["a.example", "a.example", long].map(authority.contextFor));
  expect(again).toBe(first);
  expect(other).not.toBe(first);
});
