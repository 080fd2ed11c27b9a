import { expect, onTestFinished, test, vi } from "vitest";
import { ImmediateGreetingServer } from "../../src/smtp/immediate-greeting-server.ts";
import { DEFAULT_SENDER_LIMITS } from "../../src/smtp/sender-limits.ts";
import { createSmtp } from "../../src/smtp/smtp.ts";
import { connectSmtp, startMail } from "./smtp-client.ts";

/** A listener of which nothing is set but where it listens and what it serves. */
async function start() {
  const listen = vi.spyOn(ImmediateGreetingServer.prototype, "listen");
  const smtp = createSmtp({
    host: "127.0.0.1",
    port: 0,
    domain: "mail.test",
    resolve: async () => "a mailbox",
    deliver: async () => true,
  });
  onTestFinished(async () => {
    listen.mockRestore();
    await smtp.close();
  });
  const { port } = await smtp.listen();
  return { port, library: (listen.mock.contexts[0] as unknown as { options: object }).options };
}

test("a listener without settings takes 2,000 clients, messages of 35 MiB and a minute of silence", async () => {
  const { port, library } = await start();
  expect(library).toMatchObject({
    name: "mail.test",
    banner: "Frontdesk",
    size: 36_700_160,
    maxClients: 2_000,
    maxCommandLength: 4_096,
    socketTimeout: 60_000,
    closeTimeout: 5_000,
  });
  const client = await connectSmtp(port);
  onTestFinished(() => client.close());
  await client.reply();
  expect(await client.say("EHLO a.test\r\n")).toContain("SIZE 36700160");
});

test("a message may take ten minutes to arrive if nothing else is set", async () => {
  const { port } = await start();
  const client = await startMail(port, ["ann@mail.test"]);
  onTestFinished(() => client.close());
  const timers = vi.spyOn(globalThis, "setTimeout");
  onTestFinished(() => timers.mockRestore());
  await client.say("DATA\r\n");
  expect(timers.mock.calls.map(([, milliseconds]) => milliseconds)).toContain(600_000);
});

test("a line of 4,096 bytes is a command, and one that is longer ends the connection", async () => {
  const { port } = await start();
  const client = await connectSmtp(port);
  onTestFinished(() => client.close());
  await client.reply();
  expect(await client.say(`NOOP ${"x".repeat(4_000)}\r\n`)).toMatch(/^250 /);
  expect(await client.say(`NOOP ${"x".repeat(5_000)}\r\n`)).toMatch(/^421 /);
});

test("one sender has 200 connections, 20 unknown recipients, 100 idle commands and 1 GiB a minute by default", () => {
  expect(DEFAULT_SENDER_LIMITS).toEqual({
    maxConnections: 200,
    maxUnknownRecipients: 20,
    maxNonMailCommands: 100,
    maxBytesPerMinute: 1_073_741_824,
  });
});
