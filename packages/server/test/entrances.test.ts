import { once } from "node:events";
import { connect } from "node:net";
import { text } from "node:stream/consumers";
import { expect, onTestFinished, test } from "vitest";
import { createServer, type ListenAddresses } from "../src/index.ts";

async function listen(): Promise<ListenAddresses> {
  const log = { info() {}, warn() {}, error() {} };
  const server = await createServer({ storage: "memory:", port: 0, smtp: false, log });
  onTestFinished(() => server.close());
  return server.listen();
}

/** Sends bytes as they are on a connection of their own; resolves with all that came back. */
async function send(url: string, bytes: string): Promise<string> {
  const socket = connect(Number(new URL(url).port), "127.0.0.1");
  await once(socket, "connect");
  socket.end(bytes, "latin1");
  return text(socket);
}

const noHosts = ["x.1", "256.256.256.256", "1.2.3.4.5", "0x100000000", "[1::2::3]", "xn--", "xn--a", "x.1:80"];

// Names in broken Punycode are hosts to later versions of Node.
test.each(noHosts.filter((host) => !URL.canParse(`http://${host}`)))(
  "a request whose host %s is no host of a URL is answered 400, and the server goes on",
  async (host) => {
    const { url } = await listen();
    for (const target of ["/../x", "/healthz", "/a?b='", `http://${host}/../x`]) {
      const request = `GET ${target} HTTP/1.1\r\nHost: ${host}\r\nConnection: close\r\n\r\n`;
      expect(await send(url, request), target).toMatch(/^HTTP\/1\.1 400 /);
      const upgrade = `GET ${target} HTTP/1.1\r\nHost: ${host}\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n\r\n`;
      expect(await send(url, upgrade), target).toMatch(/^HTTP\/1\.1 400 /);
    }
    expect((await fetch(`${url}/healthz`)).status).toBe(200);
  },
);

test.each([
  [
    "of a tunnel",
    "GET /ws HTTP/1.1\r\nHost: nobody.tunnel.localhost\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n\r\n",
    404,
  ],
  ["of the API", "GET /nothing HTTP/1.1\r\nHost: localhost\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n\r\n", 404],
  ["with two hosts", "GET / HTTP/1.1\r\nHost: a\r\nHost: b\r\nConnection: Upgrade\r\nUpgrade: x\r\n\r\n", 400],
  ["to a proxy", "CONNECT a:1 HTTP/1.1\r\nHost: a:1\r\n\r\n", 405],
])("an upgrade %s is answered after the requests before it, and the server goes on", async (_what, upgrade, status) => {
  const { url } = await listen();
  const request = "GET /healthz HTTP/1.1\r\nHost: localhost\r\n\r\n";
  const heard = await send(url, request + request + upgrade);
  expect([...heard.matchAll(/HTTP\/1\.1 (\d+) /g)].map(([, code]) => Number(code))).toEqual([200, 200, status]);
  expect((await fetch(`${url}/healthz`)).status).toBe(200);
});
