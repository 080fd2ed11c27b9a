import { once } from "node:events";
import type { Socket } from "node:net";
import { expect, test } from "vitest";
import type { ConnectionLimit } from "../../../src/edge/access/connection-limit.ts";
import { PROTOCOL } from "../../../src/wire/index.ts";
import { collect, createTestbed } from "../testbed.ts";

const upgrade = (path: string, host: string, protocol: string) =>
  `GET ${path} HTTP/1.1\r\nHost: ${host}\r\nConnection: Upgrade\r\nUpgrade: ${protocol}\r\n\r\n`;

test.each([
  ["a WebSocket of a tunnel that is offline", upgrade("/", "demo.tunnel.localhost", "websocket"), "502"],
  ["a tunnel client with a wrong token", upgrade("/svc-tunnel/control", "localhost", PROTOCOL), "401"],
  ["a data connection without a session", upgrade("/svc-tunnel/data", "localhost", PROTOCOL), "401"],
  ["a server without the cluster's secret", upgrade("/svc-tunnel/relay", "localhost", PROTOCOL), "401"],
])("%s is closed with its visitor, though that has sent more", async (_what, head, status) => {
  const sockets: Socket[] = [];
  const limit: ConnectionLimit = { tryAdd: (socket) => sockets.push(socket as Socket) > 0, release() {} };
  await using bed = await createTestbed({ attach: { limit } });
  bed.register("demo");
  const visitor = await bed.connect();
  const replied = collect(visitor, /\r\n\r\n/);
  visitor.write(head);
  visitor.write("more");
  expect((await replied).slice(9, 12)).toBe(status);
  visitor.write("and more");
  const closed = once(sockets[0]!, "close");
  visitor.end();
  await closed;
});
