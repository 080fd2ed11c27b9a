import { once } from "node:events";
import net, { type Socket } from "node:net";
import { setTimeout as pause } from "node:timers/promises";
import { quantile } from "./measure.ts";

export interface Aim {
  port: number;
  host: string;
}

const HEAD_END = Buffer.from("\r\n\r\n");

/** Visitors with a kept-alive connection each, who send a request when the one before is answered. */
export interface Visitors {
  /** Lets all send requests for so many seconds. Returns how many were answered a second. */
  requestsPerSecond(seconds: number): Promise<number>;
  leave(): void;
}

/** Connects so many visitors, who send small GETs, or POSTs with 13 bytes. */
export async function connectVisitors(
  { port, host }: Aim,
  connections: number,
  method: "GET" | "POST" = "GET",
): Promise<Visitors> {
  const body = method === "POST" ? "Content-Length: 13\r\n\r\nHello, world!" : "\r\n";
  const request = Buffer.from(
    `${method} /small HTTP/1.1\r\nHost: ${host}\r\nUser-Agent: bench\r\nAccept: */*\r\n${body}`,
  );
  let count = 0;
  let unanswered = 0;
  let isSending = false;
  const sockets = await Promise.all(Array.from({ length: connections }, () => connect(port)));
  const ask = (socket: Socket) => {
    socket.write(request);
    unanswered++;
  };
  for (const socket of sockets) {
    // Between its turns it is silent for longer.
    socket.setTimeout(0);
    let held: Buffer = Buffer.alloc(0);
    socket.on("data", (bytes: Buffer) => {
      held = held.length === 0 ? bytes : Buffer.concat([held, bytes]);
      const end = held.indexOf(HEAD_END);
      if (end < 0) return;
      const head = held.toString("latin1", 0, end);
      if (!head.startsWith("HTTP/1.1 200")) return void socket.destroy();
      const length = Number(/content-length: *(\d+)/i.exec(head)?.[1] ?? Number.NaN);
      if (held.length < end + 4 + length) return;
      held = Buffer.alloc(0);
      count++;
      unanswered--;
      if (isSending) ask(socket);
    });
  }
  return {
    async requestsPerSecond(seconds) {
      count = 0;
      isSending = true;
      const from = performance.now();
      for (const socket of sockets) if (!socket.destroyed) ask(socket);
      await pause(seconds * 1_000);
      isSending = false;
      const rate = count / ((performance.now() - from) / 1_000);
      // What is still answered must not fall into another's turn.
      const deadline = performance.now() + 1_000;
      while (unanswered > 0 && performance.now() < deadline) await pause(1);
      return rate;
    },
    leave() {
      for (const socket of sockets) socket.destroy();
    },
  };
}

/** Requests a second of so many visitors who come for that. */
export async function requestsPerSecond(
  aim: Aim,
  connections: number,
  seconds: number,
  method: "GET" | "POST" = "GET",
): Promise<number> {
  const visitors = await connectVisitors(aim, connections, method);
  const rate = await visitors.requestsPerSecond(seconds);
  visitors.leave();
  return rate;
}

/** The time, in milliseconds, that 99 of 100 requests are answered within, when so many come each second. */
export async function answerTimeAt(aim: Aim, rate: number, seconds: number): Promise<number> {
  const times: number[] = [];
  const asked: Promise<void>[] = [];
  const from = performance.now();
  for (let at = 0; at < rate * seconds; at++) {
    // By the clock and not by the answers: a slow one must not spare those that would come meanwhile.
    const due = from + (at * 1_000) / rate;
    if (due > performance.now()) await pause(due - performance.now());
    asked.push(respondsWithin(aim).then((time) => void times.push(time)));
  }
  await Promise.all(asked);
  return quantile(times, 0.99);
}

/** Megabytes a second of one large answer. */
export async function download({ port, host }: Aim, size: number): Promise<number> {
  const socket = await connect(port);
  const from = performance.now();
  socket.write(`GET /bulk?${size} HTTP/1.1\r\nHost: ${host}\r\nConnection: close\r\n\r\n`);
  let got = 0;
  for await (const bytes of socket) got += (bytes as Buffer).length;
  if (got < size) throw new Error("the answer is too short");
  return size / 1e6 / ((performance.now() - from) / 1_000);
}

/** Megabytes a second of one large request body. */
export async function upload({ port, host }: Aim, size: number): Promise<number> {
  const socket = await connect(port);
  const piece = Buffer.alloc(65_536, "u");
  const from = performance.now();
  socket.write(`POST /sink HTTP/1.1\r\nHost: ${host}\r\nConnection: close\r\nContent-Length: ${size}\r\n\r\n`);
  for (let sent = 0; sent < size; sent += piece.length) {
    if (!socket.write(piece)) await once(socket, "drain", { signal: AbortSignal.timeout(10_000) });
  }
  let reply = "";
  for await (const bytes of socket) reply += bytes;
  if (!reply.includes(String(size))) throw new Error("the app did not get the whole body");
  return size / 1e6 / ((performance.now() - from) / 1_000);
}

/** Takes a large answer at some 100 MB/s, in sips. */
export async function sip({ port, host }: Aim, size: number): Promise<void> {
  const socket = await connect(port);
  socket.write(`GET /bulk?${size} HTTP/1.1\r\nHost: ${host}\r\nConnection: close\r\n\r\n`);
  let got = 0;
  let since = 0;
  for await (const bytes of socket) {
    got += (bytes as Buffer).length;
    since += (bytes as Buffer).length;
    if (since < 1e6) continue;
    since = 0;
    await pause(10);
  }
  if (got < size) throw new Error("the answer is too short");
}

/** So many visitors ask for what takes long, and leave. */
export async function abort({ port, host }: Aim, visitors: number): Promise<void> {
  for (let left = visitors; left > 0; left -= 100) {
    const sockets = await Promise.all(Array.from({ length: Math.min(left, 100) }, () => connect(port)));
    for (const socket of sockets) socket.write(`GET /held HTTP/1.1\r\nHost: ${host}\r\n\r\n`, () => socket.destroy());
    await Promise.all(sockets.map((socket) => new Promise((resolve) => socket.once("close", resolve))));
  }
}

/** Asks so many times for what is not answered; resolves when all have reached the app, with what lets them go. */
export async function hold(aim: Aim, requests: number): Promise<() => void> {
  const sockets = await Promise.all(Array.from({ length: requests }, () => connect(aim.port)));
  for (const socket of sockets) socket.write(`GET /held HTTP/1.1\r\nHost: ${aim.host}\r\n\r\n`);
  while (Number(await ask(aim, "/holding")) < requests) await pause(20);
  return () => {
    for (const socket of sockets) socket.destroy();
  };
}

/** Milliseconds until a small request on a new connection is answered. */
export async function respondsWithin(aim: Aim): Promise<number> {
  const from = performance.now();
  await ask(aim, "/small");
  return performance.now() - from;
}

/** The body of a small answer. */
async function ask({ port, host }: Aim, path: string): Promise<string> {
  const socket = await connect(port);
  socket.write(`GET ${path} HTTP/1.1\r\nHost: ${host}\r\nConnection: close\r\n\r\n`);
  let text = "";
  for await (const bytes of socket) text += bytes;
  if (!text.startsWith("HTTP/1.1 200")) throw new Error(`the answer to ${path} is ${text.slice(0, 30)}`);
  return text.slice(text.indexOf("\r\n\r\n") + 4);
}

function connect(port: number): Promise<Socket> {
  return new Promise((resolve, reject) => {
    const socket = net.connect(port, "127.0.0.1", () => {
      socket.off("error", reject);
      socket.on("error", () => {});
      resolve(socket);
    });
    socket.setNoDelay(true);
    // A peer that broke under an earlier load may never answer.
    socket.setTimeout(5_000, () => socket.destroy(new Error("there was no answer for 5 s")));
    socket.once("error", reject);
  });
}
