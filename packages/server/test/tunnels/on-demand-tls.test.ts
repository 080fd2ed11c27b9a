import { once } from "node:events";
import http, { type IncomingMessage } from "node:http";
import https from "node:https";
import type { AddressInfo } from "node:net";
import type { TLSSocket } from "node:tls";
import { openTunnel } from "@frontdesk/tunnel";
import { afterAll, describe, expect, onTestFinished, test } from "vitest";
import { freePort } from "../../../tunnel/test/free-port.ts";
import { createServer } from "../../src/index.ts";
import { startCaddy } from "./caddy.ts";

const key = "svcagt_TestTestTestTestTestTest1234";
const port = await freePort();
const desk = `http://127.0.0.1:${port}`;
const server = await createServer({
  storage: "memory:",
  bootstrapKey: key,
  smtp: false,
  port,
  publicUrl: "https://desk.example.com",
  tunnelDomain: "tunnel.example.com",
  trustedProxies: ["127.0.0.1"],
  drain: 0,
  log: { info() {}, warn() {}, error() {} },
});
await server.listen();
const caddy = await startCaddy(port);
if (!caddy) console.warn("caddy is not installed, so on-demand TLS behind it is not tested here.");
afterAll(async () => {
  await caddy?.stop();
  await server.close();
});

async function register(name: string): Promise<string> {
  const answer = await fetch(`${desk}/svc-api/subdomain/register`, {
    method: "POST",
    headers: { authorization: `Bearer ${key}`, "content-type": "application/json" },
    body: JSON.stringify({ name }),
  });
  const { subdomain } = (await answer.json()) as { subdomain: { token: string } };
  return subdomain.token;
}

const ask = async (domain: string, headers: Record<string, string> = {}) =>
  (await fetch(`${desk}/tls/ask?domain=${encodeURIComponent(domain)}`, { headers })).status;

test("certificates are allowed only for registered names and the API's own host", async () => {
  await register("known");
  expect(await ask("known.tunnel.example.com")).toBe(200);
  expect(await ask("KNOWN.tunnel.example.com")).toBe(200);
  expect(await ask("desk.example.com")).toBe(200);
  expect(await ask("Desk.Example.com")).toBe(200);
  const others = [
    "nobody.tunnel.example.com",
    "a.known.tunnel.example.com",
    "tunnel.example.com",
    "www.tunnel.example.com",
  ];
  for (const domain of [...others, "example.com", "localhost", "127.0.0.1", "", "known.tunnel.example.com.", "a b"]) {
    expect([domain, await ask(domain)]).toEqual([domain, 404]);
  }
  expect((await fetch(`${desk}/tls/ask`)).status).toBe(404);
  const fromOutside = { "x-forwarded-for": "203.0.113.9" };
  const denied = await fetch(`${desk}/tls/ask?domain=known.tunnel.example.com`, { headers: fromOutside });
  expect([denied.status, await denied.json()]).toEqual([403, { allowed: false }]);
});

test("an API without TLS needs no certificate for its host", async () => {
  await using plain = await createServer({
    storage: "memory:",
    smtp: false,
    port: 0,
    host: "127.0.0.1",
    publicUrl: "http://desk.example.com",
    adminPort: 0,
    drain: 0,
    log: { info() {}, warn() {}, error() {} },
  });
  const { admin } = await plain.listen();
  expect((await fetch(`${admin}/tls/ask?domain=desk.example.com`)).status).toBe(404);
});

describe.skipIf(!caddy)("behind Caddy, with the documented configuration", () => {
  /** What a visitor by HTTPS gets, and for whom the certificate is. */
  async function visit(host: string): Promise<{ status: number; body: string; certified: string | undefined }> {
    const request = https.get({
      host: "127.0.0.1",
      port: caddy!.port,
      servername: host,
      headers: { host },
      rejectUnauthorized: false, // Caddy's own authority is known to nobody.
      agent: false,
    });
    const [response] = (await once(request, "response")) as [IncomingMessage];
    const certified = (response.socket as TLSSocket).getPeerCertificate().subjectaltname;
    let body = "";
    for await (const piece of response) body += piece;
    return { status: response.statusCode!, body, certified };
  }

  test("a registered name gets a certificate and responds through its tunnel", async () => {
    const app = http.createServer((request, response) => response.end(request.headers["x-forwarded-proto"]));
    app.listen(0, "127.0.0.1");
    await once(app, "listening");
    onTestFinished(() => void app.close());
    const tunnel = await openTunnel({
      token: await register("demo"),
      port: (app.address() as AddressInfo).port,
      host: "127.0.0.1",
      baseUrl: desk,
    });
    onTestFinished(() => tunnel.close());
    expect(tunnel.url).toBe("https://demo.tunnel.example.com");
    expect(await visit("demo.tunnel.example.com")).toEqual({
      status: 200,
      body: "https",
      certified: "DNS:demo.tunnel.example.com",
    });
  });

  test("the API's own host gets one too", async () => {
    expect(await visit("desk.example.com")).toMatchObject({ status: 200, certified: "DNS:desk.example.com" });
  });

  test.each(["nobody.tunnel.example.com", "a.demo.tunnel.example.com", "elsewhere.example"])(
    "%s gets none",
    async (host) => {
      await expect(visit(host)).rejects.toThrow(/alert|disconnected|reset/i);
    },
  );
});
