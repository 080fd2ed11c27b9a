import { createTransport } from "nodemailer";
import { afterEach, expect, onTestFinished, test, vi } from "vitest";
import { ensureCertificate } from "../../src/smtp/tls.ts";
import { connectSmtp, type SmtpClient, startMail } from "./smtp-client.ts";
import { startSmtp, type TestSmtp } from "./start-smtp.ts";

const open: { close(): unknown }[] = [];
afterEach(async () => {
  for (const resource of open.splice(0).reverse()) await resource.close();
});

async function start(options: Parameters<typeof startSmtp>[0] = {}): Promise<TestSmtp> {
  const smtp = await startSmtp(options);
  open.push({ close: () => smtp[Symbol.asyncDispose]() });
  return smtp;
}

async function dial(port: number, recipients?: string[]): Promise<SmtpClient> {
  const client = recipients ? await startMail(port, recipients) : await connectSmtp(port);
  open.push(client);
  return client;
}

const CERTIFICATE = ensureCertificate(null, { domain: "mail.test" });

test("greets immediately and announces its capabilities, without AUTH", async () => {
  const { port } = await start({ tls: await CERTIFICATE });
  // A greeting that waits for a while, to catch those who talk first, would wait for ever here.
  vi.useFakeTimers({ toFake: ["setTimeout"] });
  onTestFinished(() => void vi.useRealTimers());
  const client = await dial(port);
  expect(await client.reply()).toMatch(/^220 mail\.test ESMTP/);
  vi.useRealTimers();
  const features = (await client.say("EHLO client.test\r\n")).split("\n").slice(1);
  const names = features.map((line) => line.slice(4).split(" ")[0]);
  expect(names.sort()).toEqual(["8BITMIME", "PIPELINING", "SIZE", "SMTPUTF8", "STARTTLS"]);
});

test("stores a mail in every mailbox it names, once for each address as it was written", async () => {
  const { port, delivered } = await start();
  const transport = createTransport({ host: "127.0.0.1", port, ignoreTLS: true });
  await transport.sendMail({
    from: "Shop <shop@client.test>",
    to: ["Ann+Shop@mail.test", "bob@mail.test", "ann@mail.test"],
    subject: "Your code",
    text: "It is 123456.",
  });
  transport.close();
  expect(delivered).toEqual([
    {
      destinations: [
        { id: "id-of-ann", recipient: "Ann+Shop@mail.test" },
        { id: "id-of-bob", recipient: "bob@mail.test" },
        { id: "id-of-ann", recipient: "ann@mail.test" },
      ],
      mail: { subject: "Your code", via: "smtp", sender: "Shop <shop@client.test>", body: "It is 123456.", links: [] },
    },
  ]);
});

test("uses TLS with the given certificate", async () => {
  const { port, delivered } = await start({ tls: await CERTIFICATE });
  const ca = (await CERTIFICATE).cert;
  const transport = createTransport({
    host: "127.0.0.1",
    port,
    requireTLS: true,
    tls: { ca, servername: "mail.test" },
  });
  await transport.sendMail({ from: "a@client.test", to: "ann@mail.test", subject: "Sealed", text: "1" });
  transport.close();
  expect(delivered[0]?.mail.subject).toBe("Sealed");
});

test("rejects unknown mailboxes and other domains before DATA", async () => {
  const { port } = await start();
  const client = await dial(port, []);
  expect(await client.say("RCPT TO:<nobody@mail.test>\r\n")).toMatch(/^550 /);
  expect(await client.say("RCPT TO:<ann@elsewhere.test>\r\n")).toMatch(/^550 /);
  expect(await client.say("RCPT TO:<+tag@mail.test>\r\n")).toMatch(/^550 /);
  expect(await client.say("DATA\r\n")).toMatch(/^503 /);
});

test("accepts mail for postmaster without storing it", async () => {
  const seen: string[] = [];
  const { port, delivered } = await start({ log: { info: (line) => void seen.push(line), warn() {} } });
  for (const address of ["postmaster@mail.test", "Postmaster"]) {
    const client = await dial(port, [address]);
    expect(await client.say("DATA\r\n")).toMatch(/^354 /);
    expect(await client.say("Subject: For the operator\r\n\r\nHello\r\n.\r\n")).toMatch(/^250 /);
  }
  expect(seen).toEqual([
    expect.stringContaining("Mail to postmaster@mail.test from sender@client.test"),
    expect.stringContaining("Mail to Postmaster from sender@client.test"),
  ]);
  expect(delivered).toEqual([]);
});

test("responds 451 if a look-up or storing fails, and continues", async () => {
  let isBroken = true;
  const fail = async () => {
    throw new Error("disk full");
  };
  const stored: string[] = [];
  const { port } = await start({
    resolve: async (name) => (name === "bob" ? fail() : "id"),
    deliver: async (_to, mail) => (isBroken ? fail() : stored.push(mail.subject) > 0),
  });
  const client = await dial(port, ["ann@mail.test"]);
  expect(await client.say("RCPT TO:<bob@mail.test>\r\n")).toMatch(/^451 /);
  await client.say("DATA\r\n");
  expect(await client.say("Subject: one\r\n\r\nx\r\n.\r\n")).toMatch(/^451 /);
  isBroken = false;
  await client.say("MAIL FROM:<a@client.test>\r\n");
  await client.say("RCPT TO:<ann@mail.test>\r\n");
  await client.say("DATA\r\n");
  expect(await client.say("Subject: two\r\n\r\nx\r\n.\r\n")).toMatch(/^250 /);
  expect(stored).toEqual(["two"]);
});

test.each([
  ["the only recipient", ["ann@mail.test"], [], 550],
  ["each of two recipients", ["ann@mail.test", "bob@mail.test"], [], 550],
  ["one of two recipients", ["ann@mail.test", "bob@mail.test"], ["id-of-bob"], 250],
  ["the only recipient beside the postmaster", ["ann@mail.test", "postmaster@mail.test"], [], 250],
])("answers for a mail when %s was deleted before its end", async (_what, recipients, there, code) => {
  const { port } = await start({ deliver: async (to) => to.some(({ id }) => there.includes(id as never)) });
  const client = await dial(port, recipients);
  await client.say("DATA\r\n");
  expect(await client.say("Subject: late\r\n\r\nx\r\n.\r\n")).toMatch(new RegExp(`^${code} `));
  expect(await client.say("NOOP\r\n")).toMatch(/^250 /);
});

test("reports a port in use only through listen()", async () => {
  const { port } = await start();
  const said: string[] = [];
  const say = (message: string) => void said.push(message);
  await expect(startSmtp({ port, log: { info: say, warn: say } })).rejects.toThrow("EADDRINUSE");
  expect(said).toEqual([]);
});
