import { once } from "node:events";
import net, { type AddressInfo, type Socket } from "node:net";
import { expect, test } from "vitest";
import { type BufferOwner, createSendBufferBudget } from "../../../src/edge/connections/send-buffers.ts";
import { collect, createTestbed, type Testbed } from "../testbed.ts";

const head = (path: string, more: string) =>
  `GET /svc-tunnel/${path} HTTP/1.1\r\nHost: localhost\r\nConnection: Upgrade\r\nUpgrade: frontdesk-tunnel/1\r\n${more}\r\n`;

/** The agents here send no heartbeats, and on a busy machine a test takes longer than a tunnel lasts without them. */
const tuning = { heartbeatMs: 600_000, acquireTimeoutMs: 600_000 };

/** The first data connection of an agent of our own, which the edge shares and which does what no real one does. */
async function dialAsAgent(bed: Testbed): Promise<Socket> {
  const credentials = await dialControl(bed);
  const socket = await bed.connect();
  const accepted = collect(socket, /\r\n\r\n/);
  socket.write(head("data", credentials));
  await accepted;
  socket.removeAllListeners("data");
  return socket;
}

/** Opens a tunnel without a data connection; returns the headers that one needs. */
async function dialControl(bed: Testbed): Promise<string> {
  const token = bed.register("demo");
  const control = await bed.connect();
  const welcomed = collect(control, /"welcome".*\n/);
  control.write(
    `${head("control", `Authorization: Bearer ${token}\r\n`)}{"type":"hello","agent":"own","share":false,"rules":{}}\n`,
  );
  const { session, secret } = JSON.parse(/\{"type":"welcome".*\}/.exec(await welcomed)![0]);
  return `Frontdesk-Session: ${session}\r\nAuthorization: Bearer ${secret}\r\n`;
}

/** An app that writes these bytes again and again, as fast as they are taken, and counts them. */
async function startFlood(piece: Buffer): Promise<{ port: number; taken(): number; close(): void }> {
  let taken = 0;
  const server = net.createServer((socket) => {
    const pour = () => {
      while (!socket.destroyed) {
        taken += piece.length;
        if (!socket.write(piece)) return;
      }
    };
    socket.once("data", pour);
    socket.on("drain", pour);
    socket.on("error", () => {});
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const { port } = server.address() as AddressInfo;
  return { port, taken: () => taken, close: () => server.close() };
}

test("an app that sends endless interim responses is closed, whether the visitor reads them or not", async () => {
  await using bed = await createTestbed({ tuning });
  const flood = await startFlood(Buffer.from("HTTP/1.1 103 Early Hints\r\nLink: </a>\r\n\r\n".repeat(500)));
  await bed.open("demo", flood.port);
  const answer = await bed.raw("GET / HTTP/1.1\r\nHost: demo.tunnel.localhost\r\nConnection: close\r\n\r\n");
  expect(answer.match(/103 Early Hints/g)?.length).toBe(1_000);
  expect(answer).toMatch(/HTTP\/1.1 502 [\s\S]*not valid HTTP/);
  expect(flood.taken()).toBeLessThan(16 * 1024 * 1024);
  flood.close();
});

test("pings on a shared connection whose pongs nobody reads are answered once", async () => {
  await using bed = await createTestbed({ tuning });
  const data = await dialAsAgent(bed);
  data.pause();
  // 24 MB of pings, each of 8 bytes; a real agent asks every 15 seconds.
  const pings = Buffer.alloc(1024 * 1024);
  for (let at = 0; at < pings.length; at += 8) pings[at + 4] = 5;
  for (let turn = 0; turn < 24; turn++) if (!data.write(pings)) await once(data, "drain");
  let got = 0;
  data.on("data", (bytes) => {
    got += bytes.length;
  });
  data.resume();
  data.end();
  await once(data, "close");
  expect(got).toBeLessThan(200_000);
});

test("requests that wait for a client without connections count, and the oldest are rejected", async () => {
  await using bed = await createTestbed({ sendBuffers: { tunnel: 205_000 }, tuning });
  await dialControl(bed);
  const request = `GET / HTTP/1.1\r\nHost: demo.tunnel.localhost\r\nX-Long: ${"a".repeat(15_000)}\r\n\r\n`;
  const visitors: Socket[] = [];
  const answers: string[] = [];
  for (let at = 0; at < 30; at++) {
    const visitor = await bed.connect();
    visitors.push(visitor);
    visitor.on("data", (bytes) => answers.push(`${at} ${String(bytes).slice(0, 12)}`));
    visitor.write(request);
  }
  // 13 of them fit.
  const expected = Array.from({ length: 17 }, (_, at) => `${at} HTTP/1.1 504`);
  await expect
    .poll(() => answers.toSorted((one, other) => Number.parseInt(one, 10) - Number.parseInt(other, 10)))
    .toEqual(expected);
});

function createOwner(bytes: number): BufferOwner & { bytes: number; closed: boolean } {
  const owner = {
    bytes,
    closed: false,
    bufferedBytes: () => owner.bytes,
    close: () => void Object.assign(owner, { closed: true }),
  };
  return owner;
}

test("a peer that leaves more unread than one connection may is closed at once", () => {
  const ledger = createSendBufferBudget({ connection: 100 }).forTunnel("demo");
  const [small, large] = [createOwner(100), createOwner(101)];
  ledger.track(small);
  ledger.track(large);
  expect([small.closed, large.closed]).toEqual([false, true]);
});

test("if a tunnel buffers too much, the peers that have read nothing for longest are closed", () => {
  const budget = createSendBufferBudget({ connection: 100, tunnel: 250 });
  const [first, slow, last, other] = [createOwner(100), createOwner(100), createOwner(100), createOwner(100)];
  budget.forTunnel("other").track(other);
  const ledger = budget.forTunnel("demo");
  ledger.track(slow);
  ledger.track(first);
  slow.bytes = 90;
  budget.recheck();
  ledger.track(last);
  expect([slow, first, last, other].map(({ closed }) => closed)).toEqual([false, true, false, false]);
  expect(budget.totalBytes()).toBe(290);
});

test("a peer for which more is buffered has not read", () => {
  const budget = createSendBufferBudget({ connection: 100, tunnel: 250 });
  const [growing, still, last] = [createOwner(90), createOwner(90), createOwner(90)];
  const ledger = budget.forTunnel("demo");
  ledger.track(growing);
  ledger.track(still);
  growing.bytes = 95;
  budget.recheck();
  ledger.track(last);
  expect([growing, still, last].map(({ closed }) => closed)).toEqual([true, false, false]);
});

test("the whole process buffers no more than its limit, whichever tunnels it is for", () => {
  const budget = createSendBufferBudget({ connection: 100, tunnel: 100, process: 250 });
  const peers = Array.from({ length: 10 }, () => createOwner(60));
  for (const [at, each] of peers.entries()) budget.forTunnel(`tunnel ${at}`).track(each);
  expect(peers.map(({ closed }) => closed)).toEqual([...Array(6).fill(true), ...Array(4).fill(false)]);
  for (const each of peers.slice(6)) each.bytes = 0;
  budget.recheck();
  expect(budget.totalBytes()).toBe(0);
});
