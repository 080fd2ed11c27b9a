import { once } from "node:events";
import { createServer as createHttpServer } from "node:http";
import { connect } from "node:net";
import { text } from "node:stream/consumers";
import { expect, test, vi } from "vitest";
import { listenOn } from "../../src/http/listener.ts";
import { createServer } from "../../src/index.ts";
import { openServer } from "../../src/server.ts";
import { fragileStorage } from "../api/harness.ts";

const quiet = { info() {}, warn() {}, error() {} };

async function start(options: Parameters<typeof createServer>[0] = {}) {
  const server = await createServer({ storage: "memory:", smtp: false, port: 0, log: quiet, ...options });
  return { server, ...(await server.listen()) };
}

test("the admin endpoints listen on their own host", async () => {
  // No machine has this address (RFC 5737).
  const options = { storage: "memory:", smtp: false, port: 0, adminPort: 0, adminHost: "192.0.2.1", log: quiet };
  await using server = await createServer({ ...options, host: "127.0.0.1" });
  await expect(server.listen()).rejects.toThrow("EADDRNOTAVAIL");
});

test("the admin endpoints have their own listener, and show the cause if the server is not ready", async () => {
  const fragile = fragileStorage();
  const { server, url, admin } = await start({ storage: fragile.storage, adminPort: 0 });
  await using _ = server;
  const ask = async (path: string) => {
    const answer = await fetch(`${admin}${path}`);
    return [answer.status, await answer.text()] as const;
  };
  expect(await ask("/metrics")).toEqual([200, expect.stringContaining("frontdesk_pending_waits")]);
  expect(await ask("/healthz/live")).toEqual([200, '{"status":"ok"}']);
  expect(await ask("/healthz/ready")).toEqual([200, '{"status":"ok"}']);
  expect((await ask("/tls/ask?domain=nobody.tunnel.localhost"))[0]).toBe(404);
  expect((await ask("/svc-api/server/version"))[0]).toBe(404);
  fragile.break();
  // A finding holds for a second.
  await expect
    .poll(() => ask("/healthz/ready"), { timeout: 10_000 })
    .toEqual([503, expect.stringContaining('"cause":"disk full"')]);
  expect((await ask("/healthz/live"))[0]).toBe(200);
  expect((await fetch(`${url}/metrics`)).status).toBe(404);
  expect((await fetch(`${url}/healthz/ready`)).status).toBe(404);
});

test("there is no such listener by default", async () => {
  const { server, admin } = await start();
  await using _ = server;
  expect(admin).toBeNull();
});

test("a body that trickles on after its response is cut off", async () => {
  const { server, url } = await start();
  await using _ = server;
  const socket = connect(Number(new URL(url).port), "127.0.0.1");
  // Not by `once` of node:events, which rejects if the server resets the connection.
  const closed = new Promise((resolve) => socket.once("close", resolve));
  socket.on("error", () => {});
  socket.write("POST /svc-api/mailbox/register HTTP/1.1\r\nHost: localhost\r\nContent-Length: 1000000\r\n\r\n{");
  const [answer] = await once(socket, "data");
  expect(String(answer)).toMatch(/^HTTP\/1.1 401 /);
  const dribble = setInterval(() => socket.write("x"), 50);
  await closed;
  clearInterval(dribble);
});

test("a reserved name under the base domain leads to the API, and any other to a tunnel", async () => {
  const { server, url } = await start({ baseDomain: "base.test", reservedSubdomains: ["status"] });
  await using _ = server;
  const ask = async (host: string) => {
    const socket = connect(Number(new URL(url).port), "127.0.0.1");
    socket.write(`GET /svc-api/server/version HTTP/1.1\r\nHost: ${host}\r\nConnection: close\r\n\r\n`);
    return (await text(socket)).split(" ")[1];
  };
  expect([await ask("status.base.test"), await ask("shop.base.test")]).toEqual(["200", "404"]);
});

test("the metrics measure intake, wake-ups, requests and commits, and count rejections, waits and tunnels", async () => {
  await using server = await openServer({ storage: "memory:", smtp: false, port: 0, adminPort: 0, log: quiet });
  const { admin } = await server.listen();
  const { mail, mailboxes, accounts, metrics } = server.services;
  const account = await accounts.findByName("default");
  const { id } = await mailboxes.register(account!.id, "ann", async () => null);
  const held = mail.read(id, { count: 1, waitMs: 30_000 });
  await expect.poll(() => mail.pending()).toBe(1);
  await mail.receive([{ id, recipient: "ann@desk.example.com" }], { subject: "", sender: "a@b.test", body: "text" });
  expect((await held).messages).toHaveLength(1);
  metrics.recordRejectedMail("unknown_mailbox");
  const shown = await (await fetch(`${admin}/metrics`)).text();
  for (const line of [
    "frontdesk_wake_seconds_count 1",
    'frontdesk_mails_rejected_total{reason="unknown_mailbox"} 1',
    'frontdesk_pending_waits{channel="mail"} 0',
    "frontdesk_tunnels 0",
  ])
    expect(shown).toContain(line);
  expect(shown).toMatch(/frontdesk_commit_seconds_bucket\{le="0.001"\} \d/);
  expect(shown).toContain("frontdesk_mail_intake_seconds_bucket");
});

test("a listener lets four thousand clients connect at once, returns its port, and hears of errors only until then", async () => {
  const [server, other] = [createHttpServer(), createHttpServer()];
  const listen = vi.spyOn(server, "listen");
  const port = await listenOn(server, "127.0.0.1", 0);
  expect(listen.mock.calls[0]?.[0]).toEqual({ host: "127.0.0.1", port: 0, backlog: 4096 });
  expect([port, server.listenerCount("error")]).toEqual([Number(Object(server.address()).port), 0]);
  await expect(listenOn(other, "127.0.0.1", port)).rejects.toThrow("EADDRINUSE");
  server.close();
});
