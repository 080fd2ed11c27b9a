import { X509Certificate } from "node:crypto";
import { readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { generate } from "selfsigned";
import { expect, onTestFinished, test } from "vitest";
import { ensureCertificate } from "../../src/smtp/tls.ts";
import { temporaryFolder } from "../storage/folder.ts";

const day = 86_400_000;

/** A folder with a pair that was made at an earlier start and ends so many days from now. */
async function keep(days: number): Promise<{ dir: string; cert: string }> {
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
  return { dir, cert: made.cert };
}

test("a self-signed certificate that lasts longer than 30 days is kept", async () => {
  const { dir, cert } = await keep(31);
  expect((await ensureCertificate(dir, { domain: "mail.test" })).cert).toBe(cert);
});

test.each([29, 1, -1])("a self-signed certificate that ends in %s days is replaced for years", async (days) => {
  const { dir, cert } = await keep(days);
  const found = await ensureCertificate(dir, { domain: "mail.test" });
  expect(found.cert).not.toBe(cert);
  expect(Date.parse(new X509Certificate(found.cert).validTo)).toBeGreaterThan(Date.now() + 365 * day);
  expect(await readFile(join(dir, "smtp-cert.pem"), "utf8")).toBe(found.cert);
});
