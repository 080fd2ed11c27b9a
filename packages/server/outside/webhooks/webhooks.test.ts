import { once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { createTransport } from "nodemailer";
import { Webhook } from "standardwebhooks";
import { expect, onTestFinished, test } from "vitest";
import { freePort } from "../../../tunnel/test/free-port.ts";
import {
  bootstrapKey,
  createDurableRedis,
  headersOf,
  makeFolder,
  type Running,
  startServer,
} from "../support/processes.ts";
import { expectWhole, readStored } from "../support/stored.ts";

const kills = Number(process.env.FRONTDESK_KILLS ?? 8);
const queued = 10_000;
const lanes = 6;

interface Answers {
  secret: string;
  code: string;
  mailbox: { id: string };
  sms_token: { token: string };
}

async function call(server: Running, method: string, path: string, body?: object, token = bootstrapKey) {
  const init = { method, headers: headersOf(token), ...(body ? { body: JSON.stringify(body) } : {}) };
  const answer = await fetch(`${server.url}/svc-api/${path}`, init);
  if (!answer.ok) throw new Error(`${path} answered ${answer.status}: ${await answer.text()}`);
  // Each test reads what its call answers.
  return (await answer.json()) as Answers;
}

/** A program that is told of messages, and remembers their texts and when each came. */
async function startReceiver(port = 0) {
  const came = new Map<string, { times: number; at: number }>();
  const receiver = { secret: "", came, port, close: () => {}, until: async (_isEnough: () => boolean) => {} };
  const http = createServer(async (request, response) => {
    let body = "";
    for await (const chunk of request) body += chunk;
    const at = performance.now();
    const { data } = new Webhook(receiver.secret).verify(body, request.headers as Record<string, string>) as {
      data: { body: string };
    };
    const text = data.body.trim();
    came.set(text, { times: (came.get(text)?.times ?? 0) + 1, at });
    response.writeHead(204).end();
    http.emit("came");
  });
  receiver.close = () => {
    http.closeAllConnections();
    http.close();
  };
  onTestFinished(receiver.close);
  receiver.until = async (isEnough) => {
    while (!isEnough()) await once(http, "came");
  };
  await once(http.listen(port, "127.0.0.1"), "listening");
  receiver.port = (http.address() as AddressInfo).port; // A TCP listener has no other form of address.
  return receiver;
}

test(`${kills} kills between arrival, delivery and its record lose nothing that was acknowledged`, async () => {
  const dir = `${makeFolder()}/data`;
  const receiver = await startReceiver();
  const acknowledged: string[] = [];
  let mailbox = "";
  for (let round = 0; round < kills; round++) {
    const server = await startServer(`lmdb:${dir}`);
    if (round === 0) {
      const url = `http://127.0.0.1:${receiver.port}/hook`;
      receiver.secret = (await call(server, "POST", "webhooks/register", { url })).secret;
      mailbox = (await call(server, "POST", "mailbox/register", { name: "signup" })).mailbox.id;
    }
    // Killed while mails come in and are handed on; the number differs from round to round.
    const enough = acknowledged.length + 5 + ((round * 7) % 40);
    const work = async () => {
      while (acknowledged.length < enough) {
        const { code } = await call(server, "POST", `mailbox/${mailbox}/test`);
        acknowledged.push(code);
      }
    };
    const working = Array.from({ length: lanes }, work);
    // The others are under way when the first has done.
    await Promise.race(working);
    await server.kill("SIGKILL");
    await Promise.allSettled(working);
    expectWhole(await readStored(`lmdb:${dir}`));
  }
  const last = await startServer(`lmdb:${dir}`);
  const seen = () => [...receiver.came.keys()].join("\n");
  await receiver.until(() => acknowledged.every((code) => seen().includes(code)));
  await last.kill("SIGTERM");
  expect(acknowledged.length).toBeGreaterThan(kills);
  const twice = [...receiver.came.values()].filter(({ times }) => times > 1).length;
  console.log(`${kills} kills, ${acknowledged.length} acknowledged, 0 lost, ${twice} came more than once`);
});

test(`${queued} messages queued for a receiver that is down reach it when it is up`, async () => {
  const server = await startServer(`lmdb:${makeFolder()}/data`);
  const port = await freePort();
  const url = `http://127.0.0.1:${port}/hook`;
  const { secret } = await call(server, "POST", "webhooks/register", { url });
  const { sms_token } = await call(server, "POST", "sms/register", {});
  for (let sent = 0; sent < queued; sent += 500) {
    const messages = Array.from({ length: 500 }, (_, index) => ({ sender: "SHOP", body: `Number ${sent + index}.` }));
    await call(server, "POST", "sms/push", { phone: "5550100001", messages }, sms_token.token);
  }
  const up = await startReceiver(port);
  up.secret = secret;
  const start = performance.now();
  await up.until(() => up.came.size === queued);
  console.log(
    `${queued} messages reached the receiver ${((performance.now() - start) / 1000).toFixed(1)} s after it came up`,
  );
  await server.kill("SIGTERM");
});

test("a receiver that accepts requests and never responds times out after ten seconds, and is retried", async () => {
  const server = await startServer(`lmdb:${makeFolder()}/data`);
  const receiver = await startReceiver();
  // It sends a byte of a head now and then: an answer is under way, and never there.
  const silent = createServer();
  const asked: number[] = [];
  silent.on("connection", (socket) => {
    asked.push(performance.now());
    socket.write("HTTP/1.1 204 No Content\r\nx: ");
    const dribble = setInterval(() => socket.write("y"), 500);
    socket.on("error", () => {}).on("close", () => clearInterval(dribble));
    silent.emit("asked");
  });
  silent.removeAllListeners("request");
  onTestFinished(() => {
    silent.closeAllConnections();
    silent.close();
  });
  await once(silent.listen(0, "127.0.0.1"), "listening");
  const port = (silent.address() as AddressInfo).port; // A TCP listener has no other form of address.
  await call(server, "POST", "webhooks/register", { url: `http://127.0.0.1:${port}/hook` });
  // Another webhook's receiver does not wait for that one.
  const { secret } = await call(server, "POST", "webhooks/register", { url: `http://127.0.0.1:${receiver.port}/hook` });
  receiver.secret = secret;
  const { mailbox } = await call(server, "POST", "mailbox/register", { name: "signup" });
  await call(server, "POST", `mailbox/${mailbox.id}/test`);
  await receiver.until(() => receiver.came.size === 1);
  while (asked.length < 2) await once(silent, "asked");
  const [first = 0, again = 0] = asked;
  expect(again - first).toBeGreaterThan(10_000);
  expect(again - first).toBeLessThan(15_000);
  await server.kill("SIGTERM");
});

test("two servers on one Redis deliver each message, and none twice", async () => {
  const redis = await createDurableRedis();
  const flags = ["--internal-url", "http://127.0.0.1:0"];
  const servers = await Promise.all([startServer(redis.url, flags), startServer(redis.url, flags)]);
  const [one, other] = servers;
  const receiver = await startReceiver();
  const url = `http://127.0.0.1:${receiver.port}/hook`;
  receiver.secret = (await call(one, "POST", "webhooks/register", { url })).secret;
  const { sms_token } = await call(other, "POST", "sms/register", {});
  // Texts of our own: of two hundred codes that are drawn, two are the same in one run of fifty.
  const texts = Array.from({ length: 200 }, (_, number) => `Number ${number}.`);
  const left = [...texts];
  const work = async (server: Running) => {
    for (let body = left.pop(); body !== undefined; body = left.pop())
      await call(server, "POST", "sms/push", { phone: "5550100001", sender: "SHOP", body }, sms_token.token);
  };
  await Promise.all([...servers, ...servers].map(work));
  await receiver.until(() => receiver.came.size >= texts.length);
  expect([...receiver.came.keys()].toSorted()).toEqual(texts.toSorted());
  expect([...receiver.came.values()].filter(({ times }) => times > 1)).toEqual([]);
  await Promise.all(servers.map((server) => server.kill("SIGTERM")));
});

test("a mail accepted over SMTP is delivered at once", async () => {
  const server = await startServer(`lmdb:${makeFolder()}/data`);
  const receiver = await startReceiver();
  const { secret } = await call(server, "POST", "webhooks/register", { url: `http://127.0.0.1:${receiver.port}/hook` });
  receiver.secret = secret;
  await call(server, "POST", "mailbox/register", { name: "signup" });
  const mailer = createTransport({ host: "127.0.0.1", port: server.smtpPort, pool: true, ignoreTLS: true });
  const took: number[] = [];
  for (let number = 0; number < 100; number++) {
    const text = `Number ${number}.`;
    await mailer.sendMail({ from: "a@b.example", to: "signup@desk.example.com", subject: "Hi", text });
    const accepted = performance.now();
    await receiver.until(() => receiver.came.has(text));
    took.push((receiver.came.get(text)?.at ?? 0) - accepted);
  }
  expect([...receiver.came.values()].map(({ times }) => times)).toEqual(Array(100).fill(1));
  took.sort((one, other) => one - other);
  console.log(`after the 250: p50 ${took[50]?.toFixed(1)} ms, p95 ${took[95]?.toFixed(1)} ms`);
  mailer.close();
  await server.kill("SIGTERM");
});
