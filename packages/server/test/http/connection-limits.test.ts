import { once } from "node:events";
import { createServer as createHttpServer, get, type ServerResponse } from "node:http";
import { type AddressInfo, connect, type Socket } from "node:net";
import { text } from "node:stream/consumers";
import { openTunnel } from "@frontdesk/tunnel";
import { expect, onTestFinished, test, vi } from "vitest";
import { listenOn } from "../../src/http/listener.ts";
import { openDesk } from "../api/harness.ts";

/** A server that takes so many connections of an IP address, and what it warns about. */
async function start({ connectionsPerIp = 1 } = {}) {
  const warnings: string[] = [];
  const log = { info() {}, warn: (line: string) => void warnings.push(line), error() {} };
  const desk = await openDesk({ port: 0, connectionsPerIp, drain: 0, log });
  onTestFinished(() => desk.server.close());
  const { url } = await desk.server.listen();
  const open = (): Socket => {
    const socket = connect(Number(new URL(url).port), "127.0.0.1").on("error", () => {});
    onTestFinished(() => void socket.destroy());
    return socket;
  };
  return { desk, url, open, warnings };
}

const request = "GET /svc-api/server/version HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n";

/** Sends a request on a connection. Returns the status; undefined if the connection is closed without a response. */
async function ask(socket: Socket, sent = request): Promise<string | undefined> {
  socket.write(sent);
  return (await text(socket)).split(" ")[1];
}

test("connections above the limit of their IP address are closed, and what is rejected of it is logged once a minute", async () => {
  const { open, warnings } = await start();
  const first = open();
  await once(first, "connect");
  expect([await ask(open()), await ask(open())]).toEqual([undefined, undefined]);
  const [line] = warnings;
  expect(line).toBe("rejected 127.0.0.1: too many open connections (--connections-per-ip)");
  expect(await ask(first)).toBe("200");
  // A wrong token of a tunnel client of the same IP address is not logged again within a minute.
  const dial =
    "GET /svc-tunnel/control HTTP/1.1\r\nHost: localhost\r\nConnection: Upgrade\r\nUpgrade: frontdesk-tunnel/1";
  expect(await ask(open(), `${dial}\r\nAuthorization: Bearer svc_wrong\r\n\r\n`)).toBe("401");
  expect(warnings).toEqual([line]);
});

test("the connection on which a tunnel client serves a visitor does not count", async () => {
  // One of the client's waits for visitors, and one is a visitor's.
  const { desk, url, open } = await start({ connectionsPerIp: 3 });
  const responses: ServerResponse[] = [];
  const app = createHttpServer((_request, response) => void responses.push(response));
  await once(app.listen(0, "127.0.0.1"), "listening");
  onTestFinished(() => void app.close());
  const { token } = (await desk.call("POST", "subdomain/register", { body: { name: "demo" } })).body.subdomain;
  await using tunnel = await openTunnel({ token, port: (app.address() as AddressInfo).port, baseUrl: url });
  const visit = get({ port: new URL(url).port, host: "127.0.0.1", headers: { host: new URL(tunnel.url).host } });
  const visited = once(visit, "response");
  await expect.poll(() => responses.length).toBe(1);
  // Meanwhile the client opens another for the next visitor, which counts like any connection until the server knows it as a tunnel's.
  await expect.poll(() => ask(open()).catch(() => "closed")).toBe("200");
  responses[0]!.end("from the app");
  const [response] = await visited;
  expect(await text(response)).toBe("from the app");
});

test("4,096 clients that connect at once wait in the system's queue, which by default holds 511", async () => {
  const server = createHttpServer();
  const listen = vi.spyOn(server, "listen");
  const port = await listenOn(server, "127.0.0.1", 0);
  onTestFinished(() => void server.close());
  expect((server.address() as AddressInfo).port).toBe(port);
  expect(listen.mock.lastCall?.[0]).toMatchObject({ backlog: 4_096 });
});
