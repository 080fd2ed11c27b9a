import { createServer as createHttpServer } from "node:http";
import type { AddressInfo } from "node:net";
import { afterAll, beforeAll, expect, test } from "vitest";
import { type Desk, openDesk, spawnSession, visit } from "./desk.ts";

let desk: Desk;
beforeAll(async () => {
  desk = await openDesk();
});
afterAll(() => desk.close());

test("leads a client from a new mailbox to its code over stdio", async () => {
  const session = await spawnSession(desk);
  const made = await session.call("mailbox_register", { name: "first" });
  expect(made.facts).toMatchObject({ mailbox: "first", address: "first@desk.example.com" });
  const waiting = session.call("mail_wait_code", { mailbox: "first", waitSeconds: 20 });
  await desk.mail("first", { subject: "Your code", body: "Your verification code is 482913." });
  const found = await waiting;
  expect(found.facts).toMatchObject({ status: "found", code: "482913" });
  expect(JSON.parse(found.text)).toEqual(found.facts);
  await session.close();
});

test("opens a tunnel from the MCP process, and closes it with the process", async () => {
  const app = createHttpServer((_request, response) => response.end("hello from the app"));
  await new Promise<void>((resolve) => app.listen(0, "127.0.0.1", resolve));
  const { port } = app.address() as AddressInfo;
  const session = await spawnSession(desk);
  await session.call("subdomain_register", { name: "demo" });
  const started = await session.call("tunnel_start", { port, subdomain: "demo" });
  expect(started.facts).toMatchObject({ port, url: expect.stringContaining("demo.tunnel.localhost") });
  const text = await visit(desk.url, "demo.tunnel.localhost");
  expect(text).toBe("hello from the app");
  expect((await session.call("tunnel_list")).facts.tunnels).toMatchObject([{ subdomain: "demo", here: true, port }]);
  expect((await session.call("tunnel_stop", { subdomain: "demo" })).isError).toBe(false);
  expect((await session.call("tunnel_list")).facts.tunnels).toEqual([]);
  await session.close();
  app.close();
});
