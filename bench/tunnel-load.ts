import net, { type Socket } from "node:net";

export interface Aim {
  port: number;
  host: string;
}

const HEAD_END = Buffer.from("\r\n\r\n");

/** Small GETs over so many kept-alive connections, each one after the other's answer. */
export async function requestsPerSecond({ port, host }: Aim, connections: number, seconds: number): Promise<number> {
  const request = Buffer.from(`GET /small HTTP/1.1\r\nHost: ${host}\r\nUser-Agent: bench\r\nAccept: */*\r\n\r\n`);
  let count = 0;
  const from = performance.now();
  const sockets = await Promise.all(Array.from({ length: connections }, () => connect(port)));
  for (const socket of sockets) {
    let held = Buffer.alloc(0);
    socket.on("data", (bytes) => {
      held = held.length === 0 ? bytes : Buffer.concat([held, bytes]);
      const end = held.indexOf(HEAD_END);
      if (end < 0) return;
      const head = held.toString("latin1", 0, end);
      if (!head.startsWith("HTTP/1.1 200")) return void socket.destroy();
      const length = Number(/content-length: *(\d+)/i.exec(head)?.[1] ?? Number.NaN);
      if (held.length < end + 4 + length) return;
      held = Buffer.alloc(0);
      count++;
      socket.write(request);
    });
    socket.write(request);
  }
  await new Promise((resolve) => setTimeout(resolve, seconds * 1_000));
  const elapsed = (performance.now() - from) / 1_000;
  for (const socket of sockets) socket.destroy();
  return count / elapsed;
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
    if (!socket.write(piece)) await new Promise((resolve) => socket.once("drain", resolve));
  }
  let reply = "";
  for await (const bytes of socket) reply += bytes;
  if (!reply.includes(String(size))) throw new Error("the app did not get the whole body");
  return size / 1e6 / ((performance.now() - from) / 1_000);
}

function connect(port: number): Promise<Socket> {
  return new Promise((resolve, reject) => {
    const socket = net.connect(port, "127.0.0.1", () => {
      socket.off("error", reject);
      socket.on("error", () => {});
      resolve(socket);
    });
    socket.setNoDelay(true);
    socket.once("error", reject);
  });
}
