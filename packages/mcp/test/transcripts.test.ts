import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { afterAll, beforeAll, expect, test } from "vitest";
import { type Desk, openDesk, spawnSession, visit } from "./desk.ts";

// Each "agent" knows the tool list, the results and the error texts, and nothing else.
let desk: Desk;
beforeAll(async () => {
  desk = await openDesk();
});
afterAll(() => desk.close());

const nextTool = (text: string) => /Next: ([a-z_]+)/.exec(text)?.[1] ?? "";

test("reads a long mail in parts", async () => {
  const session = await spawnSession(desk);
  await session.call("mailbox_create", { name: "novel" });
  await desk.mail("novel", { body: "It was a dark and stormy night. ".repeat(2_000) });
  const { facts } = await session.call("mail_list", { mailbox: "novel" });
  const first = await session.call("mail_read", { mailbox: "novel", messageId: facts.mails[0].messageId });
  const part = Number(/mail_read with part (\d+)/.exec(first.text)?.[1]);
  const second = await session.call("mail_read", { mailbox: "novel", messageId: facts.mails[0].messageId, part });
  expect(second.text).toContain("part 2 of");
  await session.close();
});

test("mends a tunnel to a port where nobody listens, and a name that is taken", async () => {
  const session = await spawnSession(desk);
  const unknown = await session.call("tunnel_start", { port: 9, subdomain: "shop" });
  expect(nextTool(unknown.text)).toBe("subdomain_register");
  await session.call("subdomain_register", { name: "shop" });
  const taken = await session.call("subdomain_register", { name: "shop" });
  expect([taken.facts.code, nextTool(taken.text)]).toEqual(["conflict", "subdomain_register"]);
  expect((await session.call("subdomain_register", { name: "shop-2" })).isError).toBe(false);
  const app = createServer((_request, response) => response.end("open"));
  await new Promise<void>((resolve) => app.listen(0, "127.0.0.1", resolve));
  const { port } = app.address() as AddressInfo;
  app.close();
  const closed = await session.call("tunnel_start", { port, subdomain: "shop" });
  expect([closed.facts.code, nextTool(closed.text)]).toEqual(["port_closed", "tunnel_start"]);
  await new Promise<void>((resolve) => app.listen(port, "127.0.0.1", resolve));
  expect((await session.call("tunnel_start", { port, subdomain: "shop" })).isError).toBe(false);
  expect(await visit(desk.url, "shop.tunnel.localhost")).toBe("open");
  expect((await session.call("tunnel_stop", { subdomain: "shop" })).isError).toBe(false);
  await session.close();
  app.close();
});

test("makes room when the quota is reached", async () => {
  const session = await spawnSession(desk);
  let answer = await session.call("mailbox_create", { name: "room-0" });
  for (let count = 1; !answer.isError; count++)
    answer = await session.call("mailbox_create", { name: `room-${count}` });
  expect([answer.facts.code, nextTool(answer.text)]).toEqual(["quota_reached", "mailbox_delete"]);
  await session.call("mailbox_delete", { mailbox: "room-0" });
  expect((await session.call("mailbox_create", { name: "room-9" })).isError).toBe(false);
  await session.close();
});

test("cleans up in a new session after its client died in the middle", async () => {
  const dying = await spawnSession(desk);
  process.kill(dying.transport.pid ?? 0, "SIGKILL");
  const session = await spawnSession(desk);
  const { facts } = await session.call("mailbox_list");
  for (const { mailbox } of facts.mailboxes) await session.call("mailbox_delete", { mailbox });
  expect((await session.call("mailbox_list")).facts.mailboxes).toEqual([]);
  await session.close();
});
