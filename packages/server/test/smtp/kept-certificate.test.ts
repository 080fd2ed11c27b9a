import { createPrivateKey, X509Certificate } from "node:crypto";
import { readdir, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { generate } from "selfsigned";
import { expect, onTestFinished, test } from "vitest";
import { type CertificateStore, ensureCertificate } from "../../src/smtp/tls.ts";
import { createMemoryKv } from "../../src/storage/memory-kv.ts";
import { temporaryFolder } from "../storage/folder.ts";

const day = 86_400_000;

/** A folder with the files of an earlier version: a pair that ends so many days from now. */
async function keep(days: number): Promise<{ store: CertificateStore; dir: string; cert: string }> {
  const { dir, remove } = temporaryFolder();
  onTestFinished(remove);
  const made = await generate([{ name: "commonName", value: "mail.test" }], {
    notBeforeDate: new Date(0),
    notAfterDate: new Date(Date.now() + days * day),
    keyType: "ec",
    curve: "P-256",
    algorithm: "sha256",
  });
  await writeFile(join(dir, "smtp-cert.pem"), made.cert);
  await writeFile(join(dir, "smtp-key.pem"), made.private);
  return { store: { kv: createMemoryKv(), directory: dir }, dir, cert: made.cert };
}

test("a self-signed certificate that lasts longer than 30 days is kept, and its files become a record", async () => {
  const { store, dir, cert } = await keep(31);
  const found = await ensureCertificate(store, { domain: "mail.test" });
  expect(found.cert).toBe(cert);
  expect(await readdir(dir)).toEqual([]);
  expect(await ensureCertificate(store, { domain: "mail.test" })).toEqual(found);
});

test.each([29.99, 1, -1])("a self-signed certificate that ends in %s days is replaced for years", async (days) => {
  const { store, dir, cert } = await keep(days);
  const found = await ensureCertificate(store, { domain: "mail.test" });
  expect(found.cert).not.toBe(cert);
  expect(Date.parse(new X509Certificate(found.cert).validTo)).toBeGreaterThan(Date.now() + 365 * day);
  expect(await readdir(dir)).toEqual([]);
});

test("the files of an earlier version stay if their pair cannot be stored", async () => {
  const { store, dir } = await keep(31);
  const commit = async () => {
    throw new Error("The storage is full");
  };
  const failing = { ...store, kv: { ...store.kv, commit } };
  await expect(ensureCertificate(failing, { domain: "mail.test" })).rejects.toThrow("The storage is full");
  expect((await readdir(dir)).sort()).toEqual(["smtp-cert.pem", "smtp-key.pem"]);
});

test("a stored certificate whose key is another one is replaced", async () => {
  const store = { kv: createMemoryKv(), directory: null };
  const first = await ensureCertificate(store, { domain: "mail.test" });
  const { key } = await ensureCertificate(null, { domain: "mail.test" });
  await store.kv.commit([["smtp-certificate", { ...first, key }]]);
  const second = await ensureCertificate(store, { domain: "mail.test" });
  expect([first.cert, key]).not.toContain(second.cert);
  expect(new X509Certificate(second.cert).checkPrivateKey(createPrivateKey(second.key))).toBe(true);
});

test("the files of an earlier version are ignored if their key is that of another certificate", async () => {
  const { store, dir, cert } = await keep(31);
  await writeFile(join(dir, "smtp-key.pem"), (await ensureCertificate(null, { domain: "mail.test" })).key);
  expect((await ensureCertificate(store, { domain: "mail.test" })).cert).not.toBe(cert);
});

test("the certificate for a long mail domain names it whole, and in the common name its first 64 characters", async () => {
  const domain = `${"a".repeat(60)}.${"b".repeat(60)}.test`;
  const certificate = new X509Certificate((await ensureCertificate(null, { domain })).cert);
  expect(certificate.subject).toBe(`CN=${domain.slice(0, 64)}`);
  expect(certificate.checkHost(domain)).toBe(domain);
});
