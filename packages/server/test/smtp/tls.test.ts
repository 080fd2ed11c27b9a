import { X509Certificate } from "node:crypto";
import { mkdtemp, readdir, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { generate } from "../../src/smtp/self-signed.ts";
import { ensureCertificate } from "../../src/smtp/tls.ts";
import { createMemoryKv } from "../../src/storage/memory-kv.ts";

const domain = "mail.test";
let dir = "";
beforeEach(async () => {
  dir = await mkdtemp(join(tmpdir(), "frontdesk-tls-"));
});
afterEach(() => rm(dir, { recursive: true }));

test("generates a certificate for the mail domain once and stores it", async () => {
  const store = { kv: createMemoryKv(), directory: dir };
  const first = await ensureCertificate(store, { domain });
  expect(new X509Certificate(first.cert).checkHost(domain)).toBe(domain);
  expect(await ensureCertificate(store, { domain })).toEqual(first);
  expect(await readdir(dir)).toEqual([]);
});

test("generates another certificate if the stored one is damaged", async () => {
  const store = { kv: createMemoryKv(), directory: null };
  const first = await ensureCertificate(store, { domain });
  await store.kv.commit([["smtp-certificate", { ...first, cert: "torn" }]]);
  const second = await ensureCertificate(store, { domain });
  expect(second.cert).not.toBe(first.cert);
  expect(await ensureCertificate(store, { domain })).toEqual(second);
});

test("uses the operator's files, and names the flag if they are unusable", async () => {
  const pair = await ensureCertificate(null, { domain });
  const certFile = join(dir, "cert.pem");
  const keyFile = join(dir, "key.pem");
  await writeFile(certFile, pair.cert);
  await writeFile(keyFile, pair.key);
  expect(await ensureCertificate(null, { domain, certFile, keyFile })).toEqual(pair);

  await expect(ensureCertificate(null, { domain, certFile })).rejects.toThrow("--smtp-tls-key");
  await expect(ensureCertificate(null, { domain, keyFile })).rejects.toThrow("--smtp-tls-cert");
  await expect(ensureCertificate(null, { domain, certFile, keyFile: `${dir}/none` })).rejects.toThrow("--smtp-tls-key");
  await expect(ensureCertificate(null, { domain, certFile: keyFile, keyFile })).rejects.toThrow("--smtp-tls-cert");
  await writeFile(keyFile, (await ensureCertificate(null, { domain })).key);
  await expect(ensureCertificate(null, { domain, certFile, keyFile })).rejects.toThrow(
    "not the key of the certificate",
  );
});

test("rejects a pair of the operator's that TLS does not accept, because its key is too short", async () => {
  const weak = await generate([{ name: "commonName", value: domain }], { keyType: "rsa", keySize: 512 });
  const files = { certFile: join(dir, "cert.pem"), keyFile: join(dir, "key.pem") };
  await writeFile(files.certFile, weak.cert);
  await writeFile(files.keyFile, weak.private);
  await expect(ensureCertificate(null, { domain, ...files })).rejects.toThrow("key too small");
});
