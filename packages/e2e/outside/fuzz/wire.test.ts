import { once } from "node:events";
import { mkdtemp, rm } from "node:fs/promises";
import { type AddressInfo, createServer as createListener } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createServer } from "@frontdesk/server";
import { openTunnel } from "@frontdesk/tunnel";
import { expect, onTestFinished, test } from "vitest";
import { talk } from "../support/connection.ts";
import { fuzz, inPieces, mangled } from "./fuzz.ts";

const log = { info() {}, warn() {}, error() {} };

/** A listener that says the pieces to whoever connects, and then no more. */
async function sayTo(): Promise<{ port: number; say(pieces: string[]): void }> {
  let words: string[] = [];
  const listener = createListener((socket) => {
    socket.on("error", () => {});
    socket.once("data", () => {
      for (const word of words) socket.write(word, "latin1");
      socket.end();
    });
  });
  await once(listener.listen(0, "127.0.0.1"), "listening");
  onTestFinished(() => void listener.close());
  return {
    port: (listener.address() as AddressInfo).port,
    say(pieces) {
      words = pieces;
    },
  };
}

test("whatever an app behind a tunnel responds, its visitor gets a response or a closed connection", async () => {
  const server = await createServer({
    storage: "memory:",
    bootstrapKey: "svcagt_TestTestTestTestTestTest1234",
    port: 0,
    smtp: false,
    log,
    connectionsPerIp: 0,
    // The fuzzer is one visitor who guesses and gives up all the time.
    passwordFailuresPerVisitor: 0,
    abortsPerVisitor: 0,
    authFailuresPerIp: 0,
    requestsPerKey: 0,
    requestsPerAccount: 0,
  });
  onTestFinished(() => server.close());
  const { url } = await server.listen();
  const answer = await server.fetch(
    new Request(`${url}/svc-api/subdomain/register`, {
      method: "POST",
      headers: { authorization: "Bearer svcagt_TestTestTestTestTestTest1234", "content-type": "application/json" },
      body: JSON.stringify({ name: "demo" }),
    }),
  );
  // The server's own answer, of the shape that openapi.yaml names.
  const { subdomain } = (await answer.json()) as { subdomain: { token: string } };
  const app = await sayTo();
  const tunnel = await openTunnel({ token: subdomain.token, baseUrl: url, port: app.port, host: "127.0.0.1" });
  onTestFinished(() => tunnel.close());
  const answers = [
    "HTTP/1.1 200 OK\r\nContent-Length: 5\r\nSet-Cookie: a=b; Domain=tunnel.localhost\r\n\r\nhello",
    "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\nTrailer: X\r\n\r\n5;a=b\r\nhello\r\n0\r\nX: y\r\n\r\n",
    "HTTP/1.1 103 Early Hints\r\nLink: </x>\r\n\r\nHTTP/1.0 404 Not Found\r\nConnection: close\r\n\r\nuntil the end",
    "HTTP/1.1 101 Switching Protocols\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n\r\n\u0081\u0005hello",
    "HTTP/1.1 502 Bad Gateway\r\nFrontdesk-Agent-Error: ECONNREFUSED\r\nContent-Length: 0\r\n\r\n",
  ];
  const visits = ["", "Connection: Upgrade\r\nUpgrade: websocket\r\n", "Connection: close\r\n"].map(
    (headers) => `GET / HTTP/1.1\r\nHost: demo.tunnel.localhost\r\n${headers}\r\n`,
  );
  const port = Number(new URL(url).port);
  let turn = 0;
  await fuzz(inPieces(mangled(...answers)), async (pieces) => {
    app.say(pieces);
    turn += 1;
    expect(await talk({ port }, [visits[turn % visits.length]!])).toMatch(/^(?:HTTP\/1\.1 \d{3} |$)/);
    app.say([answers[0]!]);
    expect(await talk({ port }, [visits[2]!], /hello$/)).toMatch(/^HTTP\/1\.1 200 .*hello$/s);
  });
});

test("whatever a server sends to the tunnel command, the command keeps dialling", async () => {
  const edge = await sayTo();
  const accepted = "HTTP/1.1 101 Switching Protocols\r\nConnection: Upgrade\r\nUpgrade: frontdesk-tunnel/1\r\n\r\n";
  const welcome = { type: "welcome", session: "a.b", secret: "c", url: "http://demo.test", heartbeat: 1000 };
  const frames = [welcome, { type: "ping" }, { type: "dial", count: 2 }, { type: "drain" }].map(
    (frame) => `${JSON.stringify(frame)}\n`,
  );
  const answers = [
    accepted + frames.join(""),
    `${accepted}${frames[0]}{"type":"closed","reason":"renewed"}\n`,
    "HTTP/1.1 401 Unauthorized\r\nContent-Length: 2\r\n\r\n{}",
    'HTTP/1.1 503 Service Unavailable\r\nContent-Type: application/json\r\nContent-Length: 14\r\n\r\n{"error":"no"}',
  ];
  await fuzz(inPieces(mangled(...answers)), async (pieces) => {
    edge.say(pieces);
    const controller = new AbortController();
    let opening: Promise<unknown> = Promise.resolve();
    const told = new Promise<void>((resolve) => {
      opening = openTunnel({
        token: "svc_test",
        baseUrl: `http://127.0.0.1:${edge.port}`,
        port: 1,
        signal: controller.signal,
        onStatus: () => resolve(),
      }).then(
        (tunnel) => tunnel.close(),
        () => {},
      );
    });
    await Promise.race([told, opening]);
    controller.abort();
    await opening;
  });
});

test("every line sent to the admin socket is answered or closed", async () => {
  const folder = await mkdtemp(join(tmpdir(), "frontdesk-fuzz-"));
  const server = await createServer({ storage: `lmdb:${folder}`, port: 0, smtp: false, log });
  onTestFinished(async () => {
    await server.close();
    await rm(folder, { recursive: true, force: true });
  });
  await server.listen();
  const path = join(folder, "frontdesk.sock");
  const lines = [
    { ping: true },
    { request: { command: "account list" } },
    { request: { command: "key create", account: "default", name: "x", scopes: null } },
    { request: null },
  ].map((line) => `${JSON.stringify(line)}\n`);
  await fuzz(inPieces(mangled(...lines)), async (pieces) => {
    const heard = await talk({ path }, pieces);
    if (heard !== "") expect(JSON.parse(heard)).toEqual(expect.any(Object));
    expect(JSON.parse(await talk({ path }, [lines[0]!]))).toEqual({ pid: process.pid });
  });
});
