import { once } from "node:events";
import http, { type IncomingMessage, type RequestListener } from "node:http";
import type { AddressInfo } from "node:net";
import { text } from "node:stream/consumers";
import { createFrontdesk } from "@frontdesk/sdk";
import { createServer } from "@frontdesk/server";
import { afterEach, expect, onTestFinished, test, vi } from "vitest";

afterEach(() => {
  vi.doUnmock("@frontdesk/tunnel");
  vi.resetModules();
});

/** A server on loopback, as tunnels need one, and a way to visit what is behind it. */
async function openDesk() {
  const server = await createServer({ storage: "memory:", smtp: false, port: 0 });
  onTestFinished(() => server.close());
  const { url } = await server.listen();
  return {
    frontdesk: createFrontdesk({ baseUrl: url, key: server.key! }),
    async visit(domain: string) {
      const request = http.get(url, { agent: false, headers: { host: domain } });
      const [response] = (await once(request, "response")) as [IncomingMessage];
      return { status: response.statusCode, body: await text(response) };
    },
  };
}

async function startApp(app: RequestListener): Promise<number> {
  const server = http.createServer(app).listen(0, "127.0.0.1");
  onTestFinished(() => {
    server.close();
    server.closeAllConnections();
  });
  await once(server, "listening");
  return (server.address() as AddressInfo).port;
}

test("a registered subdomain opens its own tunnel, and its record says so", async () => {
  const { frontdesk, visit } = await openDesk();
  const port = await startApp((_request, response) => response.end("hello from a local port"));
  const subdomain = await frontdesk.subdomains.register("demo");
  expect(await visit(subdomain.domain)).toMatchObject({ status: 502 });
  const tunnel = await subdomain.openTunnel({ port });
  onTestFinished(() => tunnel.close());
  expect(tunnel.url).toBe(subdomain.url);
  expect(await visit(subdomain.domain)).toEqual({ status: 200, body: "hello from a local port" });
  expect((await frontdesk.subdomains.list()).map(({ online }) => online)).toEqual([true]);
  await tunnel.close();
  await vi.waitFor(async () => expect(await visit(subdomain.domain)).toMatchObject({ status: 502 }), 10_000);
});

test("a new token closes the tunnel of the old one, and opens one itself", async () => {
  const { frontdesk, visit } = await openDesk();
  const port = await startApp((_request, response) => response.end("here"));
  const old = await frontdesk.subdomains.register("demo");
  const cut = await old.openTunnel({ port });
  const renewed = await frontdesk.subdomains.rotate(old.id);
  expect(await cut.closed).toMatchObject({ type: "refused", error: { name: "TokenRefusedError" } });
  await expect(old.openTunnel({ port })).rejects.toThrow(/refused the token/);
  const tunnel = await renewed.openTunnel({ port, basicAuth: "me:secret" });
  onTestFinished(() => tunnel.close());
  expect(await visit(renewed.domain)).toMatchObject({ status: 401 });
  await frontdesk.subdomains.delete(renewed.id);
  expect(await tunnel.closed).toMatchObject({ type: "refused" });
  expect(await visit(renewed.domain)).toMatchObject({ status: 404 });
});

test("without the tunnel package the error names it", async () => {
  const { frontdesk } = await openDesk();
  const subdomain = await frontdesk.subdomains.register("demo");
  vi.doMock("@frontdesk/tunnel", () => {
    throw new Error("Cannot find package");
  });
  await expect(subdomain.openTunnel({ port: 1 })).rejects.toThrow(/need the package @frontdesk\/tunnel .* Install it/);
});
