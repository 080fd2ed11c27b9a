import { connect } from "node:net";
import { expect, onTestFinished, test, vi } from "vitest";
import { openServer } from "../../src/server.ts";
import { deliver, firstKey } from "../api/harness.ts";

const quiet = { info() {}, warn() {}, error() {} };

async function start() {
  const options = { storage: "memory:", bootstrapKey: firstKey, smtp: false, port: 0, log: quiet };
  const server = await openServer(options);
  onTestFinished(() => server.close());
  const { url } = await server.listen();
  const registered = await fetch(`${url}/svc-api/mailbox/register`, {
    method: "POST",
    headers: { authorization: `Bearer ${firstKey}`, "content-type": "application/json" },
    body: '{"name":"signup"}',
  });
  const { mailbox } = (await registered.json()) as { mailbox: { id: string; token: string } };
  const socket = connect(Number(new URL(url).port), "127.0.0.1").setEncoding("utf8");
  socket.on("error", () => {});
  onTestFinished(() => void socket.destroy());
  let answers = "";
  socket.on("data", (text: string) => {
    answers += text;
  });
  const ask = (query: string) =>
    `GET /svc-api/mail/recent?${query} HTTP/1.1\r\nHost: localhost\r\nAuthorization: Bearer ${mailbox.token}\r\n\r\n`;
  const count = () => answers.match(/HTTP\/1\.1 200/g)?.length ?? 0;
  return { server, socket, ask, count, mailbox, held: server.services.mail.pending };
}

test("many pipelined requests are processed one by one, and all are answered", async () => {
  const { server, socket, ask, count, held } = await start();
  socket.write(ask("lookback=3600&wait=30").repeat(40));
  await expect.poll(held).toBe(1);
  await deliver({ server } as Parameters<typeof deliver>[0], "signup");
  await expect.poll(count).toBe(40);
  expect(held()).toBe(0);
  socket.write(ask("n=1").repeat(3));
  await expect.poll(count).toBe(43);
});

test("a client that disconnects ends all the waits that it pipelined", async () => {
  const { socket, ask, held } = await start();
  socket.write(ask("lookback=3600&wait=30").repeat(40));
  await expect.poll(held).toBe(1);
  socket.destroy();
  await expect.poll(held).toBe(0);
});

test("a client that disconnects still has deleted what it asked to delete after a wait, and nothing is read for it", async () => {
  const { server, socket, ask, held, mailbox } = await start();
  const read = vi.spyOn(server.services.mail, "read");
  socket.write(ask("lookback=3600&wait=30"));
  socket.write(ask("n=1").repeat(3));
  socket.write(
    `DELETE /svc-api/mailbox/${mailbox.id} HTTP/1.1\r\nHost: localhost\r\nAuthorization: Bearer ${firstKey}\r\n\r\n`,
  );
  await expect.poll(held).toBe(1);
  socket.destroy();
  await expect.poll(() => server.services.mailboxes.findByName("signup")).toBeNull();
  expect(read).toHaveBeenCalledOnce();
});
