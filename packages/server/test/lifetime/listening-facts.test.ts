import { mkdirSync, readdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { generate } from "selfsigned";
import { expect, onTestFinished, test } from "vitest";
import { openDesk } from "../api/harness.ts";
import { temporaryFolder } from "../storage/folder.ts";

test("a server that chose its ports shows them to clients, the same that it tells who started it", async () => {
  const ports = { port: 0, smtpPort: 0, adminPort: 0, providerPort: 0 };
  const desk = await openDesk({ edition: "later", smtp: true, smtpTls: "off", drain: 0, ...ports });
  onTestFinished(() => desk.server.close());
  const addresses = await desk.server.listen();
  expect(addresses).toEqual({
    url: expect.stringMatching(/^http:\/\/localhost:[1-9]\d*$/),
    smtp: expect.stringMatching(/^127\.0\.0\.1:[1-9]\d*$/),
    admin: expect.stringMatching(/^http:\/\/127\.0\.0\.1:[1-9]\d*$/),
    providers: expect.stringMatching(/^http:\/\/127\.0\.0\.1:[1-9]\d*$/),
  });
  const portOf = (address: string | null) => Number(address?.split(":").at(-1));
  const { body } = await desk.call("GET", "server/version", { token: null });
  expect([body.smtp, body.providers]).toEqual([
    { port: portOf(addresses.smtp), starttls: false },
    { port: portOf(addresses.providers) },
  ]);
  const { facts } = desk.server.services;
  expect({ ...facts, providerCertificate: null, clientsOf: null }).toEqual({
    publicUrl: addresses.url,
    smtpPort: portOf(addresses.smtp),
    isLoopbackOnly: true,
    providerPort: portOf(addresses.providers),
    providerCertificate: null,
    clientsOf: null,
  });
  expect(facts.providerCertificate).toMatch(/^-----BEGIN CERTIFICATE-----/);
});

test("a server without further listeners says so", async () => {
  const desk = await openDesk({ port: 0, drain: 0, publicUrl: "https://desk.test/" });
  onTestFinished(() => desk.server.close());
  expect(await desk.server.listen()).toEqual({ url: "https://desk.test", smtp: null, admin: null, providers: null });
});

test("the admin endpoints allow a proxy the certificates that the API's own port allows", async () => {
  const publicUrl = "https://desk.test";
  const desk = await openDesk({ port: 0, adminPort: 0, drain: 0, publicUrl, tunnelDomain: "tunnels.test" });
  onTestFinished(() => desk.server.close());
  const { admin } = await desk.server.listen();
  await desk.call("POST", "subdomain/register", { body: { name: "shop" } });
  const ask = async (domain: string) => (await fetch(`${admin}/tls/ask?domain=${domain}`)).status;
  expect([await ask("desk.test"), await ask("shop.tunnels.test"), await ask("other.test")]).toEqual([200, 200, 404]);
});

test("an SMTP certificate that an earlier version has left in the storage's folder becomes a record", async () => {
  const dir = join(temporaryFolder().dir, "data");
  mkdirSync(dir);
  const made = await generate([{ name: "commonName", value: "desk.example.com" }], {
    notAfterDate: new Date(Date.now() + 90 * 86_400_000),
    keyType: "ec",
    curve: "P-256",
    algorithm: "sha256",
  });
  writeFileSync(join(dir, "smtp-cert.pem"), made.cert);
  writeFileSync(join(dir, "smtp-key.pem"), made.private);
  const desk = await openDesk({ storage: `lmdb:${dir}`, port: 0, smtp: true, smtpPort: 0, drain: 0 });
  onTestFinished(() => desk.server.close());
  await desk.server.listen();
  expect(readdirSync(dir).filter((name) => name.endsWith(".pem"))).toEqual([]);
});
