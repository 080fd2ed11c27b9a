import { once } from "node:events";
import { createServer as createPlain } from "node:http";
import { createServer } from "node:https";
import type { AddressInfo, Server } from "node:net";
import { expect, onTestFinished, test } from "vitest";
import { ensureCertificate } from "../../src/smtp/tls.ts";
import { createAddressPolicy } from "../../src/webhooks/address-policy.ts";
import { createWebhookSender } from "../../src/webhooks/sender.ts";

const send = createWebhookSender({ addressPolicy: createAddressPolicy({ allow: [], isLocal: true }), now: Date.now });

async function errorAt(protocol: "http" | "https", server: Server): Promise<string | undefined> {
  onTestFinished(() => void server.close());
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const { port } = server.address() as AddressInfo; // A TCP listener has no other form of address.
  const secret = `whsec_${Buffer.alloc(32).toString("base64")}`;
  const { error } = await send({ url: `${protocol}://127.0.0.1:${port}/`, secret, id: "msg_1", body: "{}" });
  return error;
}

test("gives up on a receiver without a response after the timeout", async () => {
  const silent = createPlain(() => {});
  onTestFinished(() => void silent.close());
  await once(silent.listen(0, "127.0.0.1"), "listening");
  const { port } = silent.address() as AddressInfo; // A TCP listener has no other form of address.
  const gone = once(silent, "connection").then(([socket]) => once(socket, "close"));
  const impatient = createWebhookSender({
    addressPolicy: createAddressPolicy({ allow: [], isLocal: true }),
    now: Date.now,
    timeoutMs: 50,
  });
  const request = { url: `http://127.0.0.1:${port}/`, secret: "whsec_AAAA", id: "msg_1", body: "{}" };
  expect(await impatient(request)).toMatchObject({ status: null, error: "No response within 0.05 s." });
  await gone;
});

test("names an untrusted certificate as the reason, and missing TLS", async () => {
  const certificate = await ensureCertificate(null, { domain: "other.example" });
  expect(await errorAt("https", createServer(certificate))).toMatch(/certificate is self-signed.*NODE_EXTRA_CA_CERTS/);
  expect(await errorAt("https", createPlain())).toMatch(/TLS handshake failed/);
});
