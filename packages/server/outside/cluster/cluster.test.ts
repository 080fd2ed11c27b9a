import { createServer, get } from "node:http";
import type { AddressInfo } from "node:net";
import { setTimeout as delay } from "node:timers/promises";
import { createFrontdesk } from "@frontdesk/sdk";
import { openTunnel } from "@frontdesk/tunnel";
import { createTransport } from "nodemailer";
import { afterAll, beforeAll, expect, test } from "vitest";
import { bootstrapKey, createDurableRedis, headersOf, type Running, startServer } from "../support/processes.ts";
import { createBalancer } from "./balancer.ts";

/** Of wakes that are measured. */
const wakes = Number(process.env.FRONTDESK_WAKES ?? 300);
const users = 12;

let redis: Awaited<ReturnType<typeof createDurableRedis>>;
let balancer: Awaited<ReturnType<typeof createBalancer>>;
const members: Running[] = [];
const join = () =>
  startServer(redis.url, [
    "--internal-url",
    "http://127.0.0.1:0",
    "--free-mailboxes",
    "1000",
    "--public-metrics",
    "true",
  ]);
const deskOn = (baseUrl: string) => createFrontdesk({ baseUrl, key: bootstrapKey });

beforeAll(async () => {
  redis = await createDurableRedis();
  for (let index = 0; index < 3; index++) members.push(await join());
  balancer = await createBalancer(() => members.map(({ url }) => Number(new URL(url).port)));
});
afterAll(async () => {
  balancer?.close();
  for (const member of members) await member.kill("SIGKILL");
});

/** As a mail server does: what was not taken is sent again. */
async function send(to: string, text: string): Promise<void> {
  for (let attempt = 0; ; attempt++) {
    const { smtpPort } = members[attempt % members.length]!;
    const transport = createTransport({ host: "127.0.0.1", port: smtpPort, ignoreTLS: true });
    try {
      await transport.sendMail({ from: "shop@example.com", to, subject: "Your code", text });
      return;
    } catch (error) {
      if (attempt > 60) throw error;
      await delay(100);
    }
  }
}

/** Resolves once a server holds so many waits. */
async function held(url: string, count: number): Promise<void> {
  for (;;) {
    const text = await (await fetch(`${url}/metrics`)).text();
    if (text.includes(`frontdesk_pending_waits{channel="mail"} ${count}\n`)) return;
  }
}

test("a mail received by one server wakes a wait on another", async () => {
  const { url } = members[0]!;
  const { address, key: token } = await deskOn(url).mailboxes.register("woken");
  const { smtpPort } = members[1]!;
  const to = { host: "127.0.0.1", port: smtpPort, ignoreTLS: true, pool: true, maxConnections: 1, maxMessages: 1e6 };
  const transport = createTransport(to);
  const read = async (query: string) => {
    const answer = await fetch(`${url}/svc-api/mail/recent?full=true&${query}`, { headers: headersOf(token!) });
    const text = await answer.text();
    return { at: performance.now(), ...(JSON.parse(text) as { cursor: string; emails: { body: string }[] }) };
  };
  const times: number[] = [];
  // What the machine itself does meanwhile.
  const plain: number[] = [];
  let { cursor } = await read("n=1");
  for (let index = 0; index < wakes; index++) {
    const waiting = read(`after=${cursor}&wait=50`);
    await held(url, 1);
    const text = `Your code is ${100_000 + index}.`;
    await transport.sendMail({ from: "a@b.test", to: address, subject: "", text });
    const sent = performance.now();
    const woken = await waiting;
    times.push(Math.max(0, woken.at - sent));
    expect(woken.emails.map(({ body }) => body.trim())).toEqual([text]);
    cursor = woken.cursor;
    const start = performance.now();
    await (await fetch(`${url}/svc-api/server/version`)).text();
    plain.push(performance.now() - start);
  }
  transport.close();
  console.log(
    `${wakes} mails from 250 on one server to the answer of a wait on another: ${toShown(times)}; beside a plain request: ${toShown(plain)}`,
  );
});

test("a rolling restart fails no wait of the SDK, lets no client spin, and restores tunnels", async () => {
  const desk = deskOn(balancer.url);
  const app = createServer((_request, response) => response.end("from the app")).listen(0, "127.0.0.1");
  const { domain, token } = await desk.subdomains.register("rolling");
  const port = (app.address() as AddressInfo).port;
  const tunnel = await openTunnel({ token, port, host: "127.0.0.1", baseUrl: balancer.url });
  let rolling = true;
  let done = 0;
  const before = balancer.connections();
  const work = Array.from({ length: users }, async (_, user) => {
    const mailbox = await desk.mailboxes.register(`user${user}`);
    for (let index = 0; rolling; index++) {
      const expected = String(100_000 + user * 1_000 + index);
      const { code } = await mailbox.expectCode(() => send(mailbox.address, `Your code is ${expected}.`));
      expect(code).toBe(expected);
      done++;
    }
  });
  // A wait that nothing answers until all servers have been replaced.
  const long = await desk.mailboxes.register("long");
  const waiting = long.waitForCode({ timeout: 180_000 });
  const stops: number[] = [];
  for (const index of members.keys()) {
    const old = members[index]!;
    members[index] = await join();
    const start = performance.now();
    await old.kill("SIGTERM");
    stops.push(performance.now() - start);
  }
  rolling = false;
  await Promise.all(work);
  await send(long.address, "Your code is 714208.");
  expect((await waiting).code).toBe("714208");
  for (const { url } of members) await expect.poll(() => visit(url, domain), { timeout: 30_000 }).toBe("from the app");
  const connections = balancer.connections() - before;
  console.log(
    `3 servers replaced under ${done} waits: 0 failed, stops in ${stops.map((ms) => ms.toFixed(0))} ms, ${connections} connections`,
  );
  // Each wait and the request before it may need a connection of its own; a client that spins makes thousands.
  expect(connections).toBeLessThan(20 * (done + users + 10));
  await tunnel.close();
  app.close();
});

test("waits survive a frozen Redis, and one that is killed and restarted", async () => {
  const desk = deskOn(balancer.url);
  const mailboxes = await Promise.all(
    Array.from({ length: 6 }, (_, index) => desk.mailboxes.register(`redis${index}`)),
  );
  for (const trouble of ["frozen", "killed"]) {
    const waits = mailboxes.map((mailbox) => mailbox.waitForCode({ timeout: 120_000 }));
    if (trouble === "frozen") {
      redis.freeze();
      await delay(1_500);
      redis.thaw();
    } else {
      await redis.kill();
      await delay(500);
      await redis.start();
    }
    for (const [index, { address }] of mailboxes.entries()) await send(address, `Your code is ${200_000 + index}.`);
    expect((await Promise.all(waits)).map(({ code }) => Number(code))).toEqual(
      mailboxes.map((_, index) => 200_000 + index),
    );
  }
});

function toShown(times: number[]): string {
  const sorted = times.toSorted((a, b) => a - b);
  const at = (part: number) => sorted[Math.floor(sorted.length * part)]!.toFixed(1);
  return `p50 ${at(0.5)} ms, p99 ${at(0.99)} ms`;
}

function visit(url: string, domain: string): Promise<string> {
  return new Promise((resolve) => {
    get(url, { headers: { host: domain } }, (answer) => {
      let text = "";
      answer
        .setEncoding("utf8")
        .on("data", (piece: string) => {
          text += piece;
        })
        .on("end", () => resolve(text));
    }).on("error", ({ message }) => resolve(message));
  });
}
