import { once } from "node:events";
import type { RequestListener, ServerResponse } from "node:http";
import { connect, type Socket } from "node:net";
import { text } from "node:stream/consumers";
import { connect as connectTls, createSecureContext } from "node:tls";
import { expect, onTestFinished, test } from "vitest";
import { createServer } from "../../src/index.ts";
import { openProviderListener } from "../../src/lifetime/provider-listener.ts";
import { openProviderAuthority, type ProviderAuthority } from "../../src/providers/authority.ts";
import { createLocalLocks } from "../../src/storage/local-locks.ts";
import { createMemoryKv } from "../../src/storage/memory-kv.ts";

const hour = 3_600_000;
const connectRequest = "CONNECT api.resend.com:443 HTTP/1.1\r\nHost: api.resend.com\r\n\r\n";

/** A provider port that has a certificate for no host, unless `contextFor` returns one. */
async function open({
  trustedProxies = [] as string[],
  connectionsPerIp = 100,
  fails = false,
  contextFor = undefined as ProviderAuthority["contextFor"] | undefined,
  handler = ((_request, response) => void response.end()) as RequestListener,
} = {}) {
  const listener = await openProviderListener({
    options: { providerHost: "127.0.0.1", connectionsPerIp, trustedProxies },
    port: 0,
    authority: {
      certificate: "",
      async contextFor(host) {
        if (fails) throw new Error("no certificate");
        return contextFor?.(host) ?? createSecureContext();
      },
    },
    handler,
  });
  onTestFinished(() => listener.close(0));
  return listener;
}

/** Connects, and sends this text at once. */
function send(port: number, request: string): Socket {
  const socket = connect(port, "127.0.0.1").on("error", () => {});
  onTestFinished(() => void socket.destroy());
  socket.write(request);
  return socket;
}

/** A promise, and what settles it. */
function createDeferred<T>() {
  let resolve: (value: T) => void = () => {};
  const promise = new Promise<T>((settle) => {
    resolve = settle;
  });
  return { promise, resolve };
}

const statusOf = async (socket: Socket) => String(await text(socket)).split(" ")[1];
const request = "GET / HTTP/1.1\r\nHost: elsewhere.example\r\n\r\n";

test.each([
  ["has at most as many connections as it may", [], ["421", undefined]],
  ["that is a trusted proxy has as many as it opens", ["127.0.0.1"], ["421", "421"]],
])("an IP address %s", async (_what, trustedProxies, statuses) => {
  const { port } = await open({ trustedProxies, connectionsPerIp: 1 });
  const first = connect(port, "127.0.0.1");
  onTestFinished(() => void first.destroy());
  await once(first, "connect");
  const second = await statusOf(send(port, request));
  first.write(request);
  expect([await statusOf(first), second]).toEqual(statuses);
});

test("a connection for whose host there is no certificate is closed", async () => {
  const { port } = await open({ fails: true });
  expect(await text(send(port, connectRequest))).toBe("");
});

test("a request for another host is told why it is rejected, and its connection closed", async () => {
  const { port } = await open();
  const response = await text(send(port, request));
  expect(response).toMatch(/^HTTP\/1.1 421 .*\r\ncontent-type: application\/json\r\n/is);
  expect(response).toMatch(/^connection: close\r$/im);
  const [, body = ""] = /(\{.*\})/.exec(response) ?? [];
  expect(JSON.parse(body)).toEqual({
    error: "The provider port serves only the hosts of providers, such as api.twilio.com.",
    code: "not_found",
  });
});

test("a CONNECT that is rejected counts no longer once its client has left, though that has sent more", async () => {
  const { port } = await open({ connectionsPerIp: 1 });
  const socket = send(port, connectRequest.replaceAll("resend", "elsewhere"));
  await once(socket, "data");
  socket.write("more");
  socket.end("and more");
  await once(socket, "end");
  await expect.poll(() => statusOf(send(port, request))).toBe("421");
});

test("a handshake that has begun does not hold up the close", async () => {
  const listener = await open();
  const socket = send(listener.port, connectRequest);
  await once(socket, "data");
  socket.resume();
  const start = performance.now();
  await Promise.all([listener.close(hour), once(socket, "close")]);
  // Not by the time limit of a handshake, which is ten seconds.
  expect(performance.now() - start).toBeLessThan(8_000);
});

test("a request inside TLS that runs when the listener is closed still gets its response", async () => {
  const authority = await openProviderAuthority({ kv: createMemoryKv(), locks: createLocalLocks() });
  const { promise, resolve } = createDeferred<ServerResponse>();
  const listener = await open({ contextFor: authority.contextFor, handler: (_request, response) => resolve(response) });
  const socket = send(listener.port, connectRequest);
  await once(socket, "data");
  const servername = "api.resend.com";
  // A client that knows HTTP/2 too learns by ALPN that this listener does not.
  const protocols = { ALPNProtocols: ["h2", "http/1.1"] };
  const tls = connectTls({ socket, servername, ca: authority.certificate, ...protocols }).on("error", () => {});
  tls.write(`GET / HTTP/1.1\r\nHost: ${servername}\r\n\r\n`);
  const response = await promise;
  expect(tls.alpnProtocol).toBe("http/1.1");
  listener.begin();
  const closed = listener.close(hour);
  response.end("here");
  expect(await text(tls)).toMatch(/^HTTP\/1.1 200 .*\r\nConnection: close\r\n.*here/s);
  await closed;
});

test("a client that resets its connection before the handshake ends no other", async () => {
  const [asked, reset] = [createDeferred<void>(), createDeferred<void>()];
  const uncaught: unknown[] = [];
  const note = (error: unknown) => void uncaught.push(error);
  process.on("uncaughtException", note);
  onTestFinished(() => void process.off("uncaughtException", note));
  const { port } = await open({
    async contextFor() {
      asked.resolve();
      await reset.promise;
      return createSecureContext();
    },
  });
  const socket = send(port, connectRequest);
  await asked.promise;
  socket.resetAndDestroy();
  await once(socket, "close");
  // By now the reset has arrived too, for both connections are of this machine.
  expect(await statusOf(send(port, request))).toBe("421");
  reset.resolve();
  expect(await statusOf(send(port, request))).toBe("421");
  expect(uncaught).toEqual([]);
});

test("a connection to the provider port is closed after the response that the server was stopped before", async () => {
  const server = await createServer({
    storage: "memory:",
    smtp: false,
    port: 0,
    providerPort: 0,
    drain: hour,
    log: { info() {}, warn() {}, error() {} },
  });
  onTestFinished(() => server.close());
  const { providers } = await server.listen();
  const body = JSON.stringify({ from: "a@shop.example", to: "b@desk.example.com", subject: "Code", text: "1" });
  const headers =
    "Host: api.resend.com\r\nAuthorization: Bearer re_1\r\nContent-Type: application/json\r\nExpect: 100-continue";
  const socket = send(
    Number(new URL(providers!).port),
    `POST /emails HTTP/1.1\r\n${headers}\r\nContent-Length: ${body.length}\r\n\r\n`,
  );
  // The server has begun with the request, and waits for its body.
  await once(socket, "data");
  const closed = server.close();
  socket.write(body);
  expect(await text(socket)).toMatch(/^connection: close\r$/im);
  await closed;
});
