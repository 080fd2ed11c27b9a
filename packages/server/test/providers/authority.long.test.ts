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

test("the certificates of a hundred hosts are kept, and a further one takes the place of the one asked for least recently", async () => {
  const { contextFor } = await openProviderAuthority({ kv: createMemoryKv(), locks: createLocalLocks() });
  const first = Array.from({ length: 100 }, (_, at) => contextFor(`host${at}.example`));
  expect(contextFor("host0.example")).toBe(first[0]);
  const all = [...first, contextFor("another.example")];
  expect(contextFor("host0.example")).toBe(first[0]);
  const again = contextFor("host1.example");
  expect(again).not.toBe(first[1]);
  await Promise.all([...all, again]);
});

test("the certificate of a host is for this host alone, for a year, and its common name is cut at 64 characters", async () => {
  const authority = await openProviderAuthority({ kv: createMemoryKv(), locks: createLocalLocks() });
  const host = `${"a".repeat(60)}.example.com`;
  const { context } = await authority.contextFor(host);
  // Node's types omit it.
  const certificate = new X509Certificate((context as { getCertificate(): Buffer }).getCertificate());
  const days = (time: string) => Math.round((Date.parse(time) - Date.now()) / day);
  expect([certificate.ca, days(certificate.validFrom), days(certificate.validTo)]).toEqual([false, -1, 365]);
  expect([certificate.subject, certificate.subjectAltName]).toEqual([`CN=${host.slice(0, 64)}`, `DNS:${host}`]);
  // Clients look for the usage `serverAuth` (RFC 5280 section 4.2.1.12).
  expect(certificate.keyUsage).toEqual(["1.3.6.1.5.5.7.3.1"]);
  expect(certificate.verify(new X509Certificate(authority.certificate).publicKey)).toBe(true);
});

test("a host whose certificate could not be generated gets it at the next call", async () => {
  const kv = createMemoryKv();
  const parts = { kv, locks: createLocalLocks() };
  await openProviderAuthority(parts);
  // The authority's record is damaged.
  await kv.commit([["provider-authority", { key: "", cert: "" }]]);
  const { contextFor } = await openProviderAuthority(parts);
  const failed = contextFor("a.example");
  await expect(failed).rejects.toThrow();
  const again = contextFor("a.example");
  await expect(again).rejects.toThrow();
  expect(again).not.toBe(failed);
});
