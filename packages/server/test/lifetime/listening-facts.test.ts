import { expect, onTestFinished, test } from "vitest";
import { openDesk } from "../api/harness.ts";

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
