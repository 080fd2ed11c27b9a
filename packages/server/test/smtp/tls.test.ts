import { X509Certificate } from "node:crypto";
import { mkdtemp, readFile, rm, stat, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { ensureCertificate } from "../../src/smtp/tls.ts";

const domain = "mail.test";
let dir = "";
beforeEach(async () => {
  dir = await mkdtemp(join(tmpdir(), "frontdesk-tls-"));
});
afterEach(() => rm(dir, { recursive: true }));

test("generates a certificate for the mail domain once and stores it, its key readable by the owner only", async () => {
  const first = await ensureCertificate(dir, { domain });
  expect(new X509Certificate(first.cert).checkHost(domain)).toBe(domain);
  expect(await ensureCertificate(dir, { domain })).toEqual(first);
  expect((await stat(join(dir, "smtp-key.pem"))).mode & 0o777).toBe(0o600);
});

test("generates another certificate if the stored one is damaged", async () => {
  const first = await ensureCertificate(dir, { domain });
  await writeFile(join(dir, "smtp-cert.pem"), "torn");
  const second = await ensureCertificate(dir, { domain });
  expect(second.cert).not.toBe(first.cert);
  expect(await readFile(join(dir, "smtp-cert.pem"), "utf8")).toBe(second.cert);
});

test("uses the operator's files, and names the flag if they are unusable", async () => {
  const pair = await ensureCertificate(null, { domain });
  const certFile = join(dir, "cert.pem");
  const keyFile = join(dir, "key.pem");
  await writeFile(certFile, pair.cert);
  await writeFile(keyFile, pair.key);
  expect(await ensureCertificate(null, { domain, certFile, keyFile })).toEqual(pair);

  await expect(ensureCertificate(dir, { domain, certFile })).rejects.toThrow("--smtp-tls-key");
  await expect(ensureCertificate(dir, { domain, keyFile })).rejects.toThrow("--smtp-tls-cert");
  await expect(ensureCertificate(dir, { domain, certFile, keyFile: `${dir}/none` })).rejects.toThrow("--smtp-tls-key");
  await expect(ensureCertificate(dir, { domain, certFile: keyFile, keyFile })).rejects.toThrow("--smtp-tls-cert");
  await writeFile(keyFile, (await ensureCertificate(null, { domain })).key);
  await expect(ensureCertificate(dir, { domain, certFile, keyFile })).rejects.toThrow("not the key of the certificate");
});
