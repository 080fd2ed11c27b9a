import { once } from "node:events";
import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { connect as connectTls } from "node:tls";
import { expect, onTestFinished, vi } from "vitest";
import { freePort } from "../../../tunnel/test/free-port.ts";
import type { CreateServerOptions } from "../../src/options/options.ts";
import { ensureCertificate } from "../../src/smtp/tls.ts";
import { connectSmtp, type SmtpClient } from "../smtp/smtp-client.ts";
import { temporaryFolder } from "../storage/folder.ts";
import { type Check, type Checks, countPassing, listen, open, registerMailbox } from "./check.ts";

const tries = 5;

/** A server with the mailbox `ann`, and connections to its SMTP port. */
async function listenForMail(options: CreateServerOptions) {
  const desk = await listen({ ...options, smtp: true });
  await registerMailbox(desk);
  const port = Number(desk.smtp?.split(":").at(-1));
  const dial = async (): Promise<SmtpClient> => {
    const client = await connectSmtp(port);
    onTestFinished(() => client.close());
    return client;
  };
  /** Connected and greeted; with what the server offers. */
  const greet = async () => {
    const client = await dial();
    expect(await client.reply()).toMatch(/^220 /);
    return { client, offers: await client.say("EHLO client.test\r\n") };
  };
  return { ...desk, dial, greet };
}

/** So many pass, the next does not; 0 lets all pass. */
function limits(count: (most: number) => Promise<number>): Check {
  return async () => {
    expect([await count(1), await count(3), await count(0)]).toEqual([1, 3, tries]);
  };
}

const offersOf = async (options: CreateServerOptions) => (await (await listenForMail(options)).greet()).offers;

/** A certificate in files. */
async function makeCertificate() {
  const { dir } = temporaryFolder();
  const { cert, key } = await ensureCertificate(null, { domain: "desk.example.com" });
  const files = { smtpTlsCert: join(dir, "cert.pem"), smtpTlsKey: join(dir, "key.pem") };
  await writeFile(files.smtpTlsCert, cert);
  await writeFile(files.smtpTlsKey, key);
  return { cert, files };
}

/** Who comes by SMTP, and with what. */
export const mailChecks = {
  async smtpPort() {
    const port = await freePort();
    const { smtp, call } = await listenForMail({ smtpPort: port });
    expect(smtp).toBe(`127.0.0.1:${port}`);
    expect((await call("GET", "server/version", { token: null })).body.smtp.port).toBe(port);
  },
  async smtpHost() {
    const port = await freePort();
    const { smtp } = await listen({ smtpHost: "127.0.0.2", smtpPort: port, smtp: true });
    expect(smtp).toBe(`127.0.0.2:${port}`);
    // Nobody listens at the default address.
    await expect(connectSmtp(port)).rejects.toThrow("ECONNREFUSED");
  },

  async smtpTlsCert() {
    const { cert, files } = await makeCertificate();
    const { greet } = await listenForMail(files);
    const { client, offers } = await greet();
    expect(offers).toContain("STARTTLS");
    await client.say("STARTTLS\r\n");
    const secure = connectTls({ socket: client.socket, ca: cert, servername: "desk.example.com" });
    await once(secure, "secureConnect");
    expect(secure.authorized).toBe(true);
    expect(await offersOf({})).not.toContain("STARTTLS");
  },
  async smtpTlsKey() {
    const { files } = await makeCertificate();
    const { smtpTlsKey } = (await makeCertificate()).files;
    await expect(listenForMail({ smtpTlsCert: files.smtpTlsCert })).rejects.toThrow("--smtp-tls-cert needs");
    await expect(listenForMail({ smtpTlsKey })).rejects.toThrow("--smtp-tls-key needs");
    await expect(listenForMail({ ...files, smtpTlsKey })).rejects.toThrow("is not the key of the certificate");
  },
  async smtpTls() {
    const { files } = await makeCertificate();
    const startsTls = async (options: CreateServerOptions) => (await offersOf(options)).includes("STARTTLS");
    expect([await startsTls({ smtpTls: "auto" }), await startsTls({ smtpTls: "offer" })]).toEqual([false, true]);
    expect(await startsTls({ ...files, smtpTls: "off" })).toBe(false);
    const from = async (smtpTls: "offer" | "require") => {
      const { client } = await (await listenForMail({ smtpTls })).greet();
      return (await client.say("MAIL FROM:<a@client.test>\r\n")).slice(0, 3);
    };
    expect([await from("offer"), await from("require")]).toEqual(["250", "530"]);
    const told = async (smtpTls: "off" | "auto") =>
      (await (await listen({ smtpTls, smtp: true })).call("GET", "server/version", { token: null })).body.smtp.starttls;
    expect([await told("off"), await told("auto")]).toEqual([false, true]);
  },
  async smtpAuth() {
    const takesAuth = async (smtpAuth: "auto" | "any" | "none") => (await offersOf({ smtpAuth })).includes("AUTH");
    expect([await takesAuth("auto"), await takesAuth("none")]).toEqual([true, false]);
  },

  async catchAll() {
    const recipientsOf = async (options: CreateServerOptions) => {
      const desk = await open(options);
      const { token } = await registerMailbox(desk);
      const to = ["nobody@desk.example.com", "ann@desk.example.com"];
      await desk.server.deliver({ to, subject: "Hello", text: "Hello" });
      const { emails } = (await desk.call("GET", "mail/recent", { token })).body;
      return emails.map(({ recipient }: { recipient: string }) => recipient).toSorted();
    };
    expect(await recipientsOf({ catchAll: "ann" })).toEqual(["ann@desk.example.com", "nobody@desk.example.com"]);
    expect(await recipientsOf({})).toEqual(["ann@desk.example.com"]);
    expect(await recipientsOf({ catchAll: "other" })).toEqual(["ann@desk.example.com"]);
  },
  async smtpMaxSize() {
    const reply = async (options: CreateServerOptions, size: number) => {
      const { client, offers } = await (await listenForMail(options)).greet();
      return [/SIZE \d+/.exec(offers)?.[0], (await client.say(`MAIL FROM:<a@b.test> SIZE=${size}\r\n`)).slice(0, 3)];
    };
    expect(await reply({ smtpMaxSize: 2_000 }, 2_000)).toEqual(["SIZE 2000", "250"]);
    expect(await reply({ smtpMaxSize: 2_000 }, 2_001)).toEqual(["SIZE 2000", "552"]);
    expect(await reply({}, 2_001)).toEqual(["SIZE 36700160", "250"]);
    const desk = await open({ smtpMaxSize: 2_000 });
    await registerMailbox(desk);
    const send = (size: number) => desk.server.deliver({ to: "ann@desk.example.com", raw: "a".repeat(size) });
    await send(2_000);
    await expect(send(2_001)).rejects.toThrow("--smtp-max-size");
  },

  smtpConnections: limits(async (smtpConnections) => {
    const { dial } = await listenForMail({ smtpConnections });
    return countPassing(tries, async () => (await (await dial()).reply()).startsWith("220 "));
  }),
  smtpConnectionsPerIp: limits(async (smtpConnectionsPerIp) => {
    const { dial } = await listenForMail({ smtpConnectionsPerIp });
    return countPassing(tries, async () => {
      const greeting = await (await dial()).reply();
      if (!greeting.startsWith("220 ")) expect(greeting).toMatch(/^421 .*from your address/);
      return greeting.startsWith("220 ");
    });
  }),
  smtpUnknownRecipients: limits(async (smtpUnknownRecipients) => {
    const { client } = await (await listenForMail({ smtpUnknownRecipients })).greet();
    await client.say("MAIL FROM:<a@b.test>\r\n");
    return countPassing(tries, async (at) => {
      const reply = await client.say(`RCPT TO:<no${at}@desk.example.com>\r\n`).catch(() => "hung up");
      return reply.startsWith("550 ");
    });
  }),
  // The greeting's EHLO is one of them.
  smtpNoops: limits(async (smtpNoops) => {
    const { client } = await (await listenForMail({ smtpNoops })).greet();
    const noops = await countPassing(tries - 1, async () => {
      const reply = await client.say("NOOP\r\n").catch(() => "hung up");
      return reply.startsWith("250 ");
    });
    return 1 + noops;
  }),
  async smtpIdle() {
    const patient = (await (await listenForMail({ smtpIdle: 0 })).greet()).client;
    // It says nothing at all, because a slow machine may need longer than this limit for a first command.
    const client = await (await listenForMail({ smtpIdle: 20 })).dial();
    expect(await client.reply()).toMatch(/^220 /);
    // Silent for as long as one server lets it, and the other for ever.
    expect(await client.reply()).toMatch(/^421 .*[Tt]imeout/);
    expect(await patient.say("NOOP\r\n")).toMatch(/^250 /);
  },
  async smtpBytesPerIp() {
    // The minute in which bytes are counted does not end meanwhile.
    vi.useFakeTimers({ toFake: ["performance"] });
    onTestFinished(() => void vi.useRealTimers());
    const count = async (smtpBytesPerIp: number) => {
      const { client } = await (await listenForMail({ smtpBytesPerIp })).greet();
      return countPassing(tries, async () => {
        if (!(await client.say("MAIL FROM:<a@b.test>\r\n")).startsWith("250 ")) return false;
        await client.say("RCPT TO:<ann@desk.example.com>\r\n");
        await client.say("DATA\r\n");
        return (await client.say(`Subject: x\r\n\r\n${"x".repeat(1_000)}\r\n.\r\n`)).startsWith("250 ");
      });
    };
    expect([await count(500), await count(2_500), await count(0)]).toEqual([1, 3, tries]);
  },
} satisfies Checks;
