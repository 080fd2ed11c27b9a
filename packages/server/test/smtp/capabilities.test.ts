import { once } from "node:events";
import { connect as connectTls } from "node:tls";
import { createTransport } from "nodemailer";
import { describe, expect, onTestFinished, test } from "vitest";
import { createServer } from "../../src/index.ts";
import { type CapabilitySettings, createCapabilities, isPrivateIp } from "../../src/smtp/capabilities.ts";
import { ensureCertificate } from "../../src/smtp/tls.ts";
import { connectSmtp } from "./smtp-client.ts";
import { startSmtp } from "./start-smtp.ts";

const certificate = ensureCertificate(null, { domain: "mail.test" });

describe("what a client is offered", () => {
  const offered = (address: string, settings: Partial<CapabilitySettings> = {}) =>
    createCapabilities({ tls: "auto", auth: "auto", hasOperatorCertificate: false, ...settings })(address);

  test.each([
    "127.0.0.1",
    "127.1.2.3",
    "10.0.0.7",
    "172.31.255.1",
    "192.168.1.5",
    "169.254.1.1",
    "::1",
    "fd00::7",
    "fe80::1%eth0",
    "::ffff:10.0.0.7",
  ])("%s is near: a log-in, and no certificate that nobody signed", (address) => {
    expect(isPrivateIp(address)).toBe(true);
    expect(offered(address)).toEqual({ starttls: false, tlsRequired: false, auth: true });
    expect(offered(address, { hasOperatorCertificate: true }).starttls).toBe(true);
  });

  test.each(["203.0.113.9", "172.32.0.1", "11.0.0.1", "2001:db8::1", "::ffff:203.0.113.9", "garbage"])(
    "%s is on the internet: STARTTLS with whatever certificate there is, and no log-in",
    (address) => {
      expect(offered(address)).toEqual({ starttls: true, tlsRequired: false, auth: false });
    },
  );

  test("settings other than `auto` apply to every client", () => {
    expect(offered("203.0.113.9", { tls: "off", auth: "any" })).toEqual({
      starttls: false,
      tlsRequired: false,
      auth: true,
    });
    expect(offered("10.0.0.7", { tls: "offer", auth: "none" })).toEqual({
      starttls: true,
      tlsRequired: false,
      auth: false,
    });
    expect(offered("10.0.0.7", { tls: "require" })).toMatchObject({ starttls: true, tlsRequired: true });
  });
});

const near = createCapabilities({ tls: "auto", auth: "auto", hasOperatorCertificate: false });
const far = () => near("203.0.113.9");

async function start(options: Parameters<typeof startSmtp>[0]) {
  const lines: string[] = [];
  const log = { info: (line: string) => void lines.push(line), warn: (line: string) => void lines.push(line) };
  const smtp = await startSmtp({ tls: await certificate, log, ...options });
  onTestFinished(() => smtp[Symbol.asyncDispose]());
  return { ...smtp, lines };
}

const mail = { from: "shop@client.test", to: "ann@mail.test", subject: "Code", text: "481220" };

test("a mailer with its defaults delivers from this machine, with and without credentials", async () => {
  const { port, delivered, lines } = await start({ capabilitiesFor: near });
  await createTransport({ host: "127.0.0.1", port }).sendMail(mail);
  await createTransport({ host: "127.0.0.1", port, auth: { user: "app", pass: "s3cret-word" } }).sendMail(mail);
  expect(delivered).toHaveLength(2);
  expect(lines.join("\n")).not.toContain("s3cret-word");
});

test.each(["PLAIN", "LOGIN"])("any credentials are taken by AUTH %s, and they open nothing", async (method) => {
  const { port, delivered } = await start({ capabilitiesFor: near });
  const transport = createTransport({ host: "127.0.0.1", port, authMethod: method, auth: { user: "x", pass: "y" } });
  await transport.sendMail(mail);
  await expect(transport.sendMail({ ...mail, to: "ann@elsewhere.test" })).rejects.toThrow("550");
  expect(delivered).toHaveLength(1);
});

test("a client on the internet is offered STARTTLS and no AUTH", async () => {
  const { port } = await start({ capabilitiesFor: far });
  const client = await connectSmtp(port);
  onTestFinished(() => client.close());
  await client.reply();
  const features = await client.say("EHLO client.test\r\n");
  expect([features.includes("STARTTLS"), features.includes("AUTH")]).toEqual([true, false]);
  expect(await client.say("AUTH PLAIN AHgAeQ==\r\n")).toMatch(/^50[0-9] /);
});

test("without a certificate no STARTTLS is offered, but what else the client may use", async () => {
  const { port } = await start({
    tls: null,
    capabilitiesFor: () => ({ starttls: true, tlsRequired: false, auth: true }),
  });
  const client = await connectSmtp(port);
  onTestFinished(() => client.close());
  await client.reply();
  const features = await client.say("EHLO client.test\r\n");
  expect([features.includes("STARTTLS"), features.includes("AUTH")]).toEqual([false, true]);
});

test("what a client is offered goes by its own address, not the server's", async () => {
  const addresses: string[] = [];
  const { port } = await start({
    capabilitiesFor(address) {
      addresses.push(address);
      return near(address);
    },
  });
  const client = await connectSmtp(port, "127.0.0.2");
  onTestFinished(() => client.close());
  await client.reply();
  await client.say("EHLO client.test\r\n");
  expect(new Set(addresses)).toEqual(new Set(["127.0.0.2"]));
});

test("a client that does not trust the certificate gets one log line, with what to do", async () => {
  const { port, lines, delivered } = await start({ capabilitiesFor: far });
  await expect(createTransport({ host: "127.0.0.1", port }).sendMail(mail)).rejects.toThrow();
  await expect.poll(() => lines).toHaveLength(1);
  expect(lines[0]).toMatch(/^A mail client at 127\.0\.0\.1 disconnected during TLS.*--smtp-tls-cert .*--smtp-tls off/);
  expect(delivered).toEqual([]);
});

test("if TLS is required, no mail is accepted without it", async () => {
  const { port, delivered } = await start({
    capabilitiesFor: createCapabilities({ tls: "require", auth: "auto", hasOperatorCertificate: false }),
  });
  const client = await connectSmtp(port);
  onTestFinished(() => client.close());
  await client.reply();
  await client.say("EHLO client.test\r\n");
  expect(await client.say("MAIL FROM:<a@client.test>\r\n")).toMatch(/^530 /);
  const { cert } = await certificate;
  await createTransport({ host: "127.0.0.1", port, tls: { ca: cert, servername: "mail.test" } }).sendMail(mail);
  expect(delivered).toHaveLength(1);
});

test("a trusted certificate causes no log line", async () => {
  const { port, lines } = await start({ capabilitiesFor: far });
  const client = await connectSmtp(port);
  await client.reply();
  await client.say("EHLO client.test\r\n");
  await client.say("STARTTLS\r\n");
  const { cert } = await certificate;
  const secure = connectTls({ socket: client.socket, ca: cert, servername: "mail.test" });
  await once(secure, "secureConnect");
  secure.write("EHLO client.test\r\nQUIT\r\n");
  secure.resume();
  await once(secure, "close");
  expect(lines).toEqual([]);
});

test("a client over TLS is told that the server stops, too", async () => {
  const smtp = await start({ capabilitiesFor: far });
  const client = await connectSmtp(smtp.port);
  await client.reply();
  await client.say("EHLO client.test\r\n");
  await client.say("STARTTLS\r\n");
  const { cert } = await certificate;
  const secure = connectTls({ socket: client.socket, ca: cert, servername: "mail.test" });
  await once(secure, "secureConnect");
  secure.write("EHLO client.test\r\n");
  await once(secure, "data");
  let goodbye = "";
  secure.on("data", (chunk) => {
    goodbye += chunk;
  });
  const closed = once(secure, "close");
  await smtp[Symbol.asyncDispose]();
  await closed;
  expect(goodbye).toMatch(/^421 /m);
});

test("rejections are shown over REST and in the log, unknown names go to the catch-all mailbox if there is one", async () => {
  const lines: string[] = [];
  const key = "svcagt_TestTestTestTestTestTest1234";
  const log = { info: (line: string) => void lines.push(line), warn: () => {}, error: () => {} };
  const open = async (catchAll: string) => {
    const options = { storage: "memory:", bootstrapKey: key, port: 0, smtpPort: 0, catchAll, log };
    const server = await createServer(options);
    onTestFinished(() => server.close());
    const { smtp } = await server.listen();
    const call = async (method: string, path: string, body?: object, token = key) => {
      const headers = { authorization: `Bearer ${token}`, "content-type": "application/json" };
      const init = { method, headers, ...(body ? { body: JSON.stringify(body) } : {}) };
      const response = await server.fetch(new Request(`http://desk.test/svc-api/${path}`, init));
      // biome-ignore lint/suspicious/noExplicitAny: tests look at many shapes
      return (await response.json()) as any;
    };
    const { mailbox } = await call("POST", "mailbox/register", { name: "signup" });
    const transport = createTransport({ host: "127.0.0.1", port: Number(smtp?.split(":").at(-1)) });
    return { call, mailbox, transport };
  };
  const strict = await open("");
  for (const to of ["+tag@desk.example.com", "sign-up@desk.example.com", "signup@other.test"])
    await expect(strict.transport.sendMail({ ...mail, to })).rejects.toThrow("550");
  expect((await strict.call("GET", "mailbox/rejected")).rejected).toMatchObject([
    { recipient: "signup@other.test", reason: "other_domain" },
    { recipient: "sign-up@desk.example.com", reason: "unknown_mailbox" },
    { recipient: "+tag@desk.example.com", reason: "unknown_mailbox" },
  ]);
  expect(await strict.call("GET", "mailbox/rejected", undefined, strict.mailbox.token)).toMatchObject({
    code: "unauthenticated",
  });
  expect(lines).toContainEqual(expect.stringMatching(/sign-up@desk\.example\.com rejected/));

  const loose = await open("signup");
  for (const to of ["+tag@desk.example.com", "Anyone@desk.example.com"])
    await loose.transport.sendMail({ ...mail, to });
  await expect(loose.transport.sendMail({ ...mail, to: "anyone@other.test" })).rejects.toThrow("550");
  const { emails } = await loose.call("GET", "mail/recent", undefined, loose.mailbox.token);
  expect(emails).toMatchObject([{ recipient: "Anyone@desk.example.com" }, { recipient: "+tag@desk.example.com" }]);
});
