import { utimesSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterEach, beforeEach, expect, onTestFinished, test, vi } from "vitest";
import type { Services } from "../../src/context.ts";
import { openSmtp } from "../../src/smtp/open-smtp.ts";
import { ensureCertificate } from "../../src/smtp/tls.ts";
import { temporaryFolder } from "../storage/folder.ts";
import { connectSmtp } from "./smtp-client.ts";

beforeEach(() => void vi.useFakeTimers({ toFake: ["setInterval", "clearInterval"] }));
afterEach(() => void vi.useRealTimers());

async function open(smtpTls: "off" | "offer", { isCertificateReadable = true } = {}) {
  const { dir, remove } = temporaryFolder();
  onTestFinished(remove);
  const pair = await ensureCertificate(null, { domain: "desk.test" });
  const files = { smtpTlsCert: join(dir, "cert.pem"), smtpTlsKey: join(dir, "key.pem") };
  if (isCertificateReadable) writeFileSync(files.smtpTlsCert, pair.cert);
  writeFileSync(files.smtpTlsKey, pair.key);
  const options = {
    ...files,
    smtpTls,
    mailDomain: "desk.test",
    smtpHost: "127.0.0.1",
    smtpPort: 0,
    smtpMaxSize: 1_000,
    smtpAuth: "none",
    smtpIdle: 60_000,
    smtpConnections: 2,
    smtpConnectionsPerIp: 2,
    smtpUnknownRecipients: 20,
    smtpNoops: 1,
    smtpBytesPerIp: 0,
  };
  const logged: string[] = [];
  const at = (level: string) => (line: string) => void logged.push(`${level}: ${line}`);
  // The listener asks for nothing else here.
  const smtp = await openSmtp({
    services: { options, intake: { resolve: async () => null, deliver: async () => false } } as unknown as Services,
    log: { info: at("info"), warn: at("warn"), error: at("error") },
    certificateStore: null,
  });
  return { smtp, files, pair, logged };
}

test.each(["close", "leaving the scope"])(
  "the certificate is watched until %s, and by nobody afterwards",
  async (how) => {
    const { smtp } = await open("offer");
    expect(vi.getTimerCount()).toBe(1);
    await smtp.listen();
    await (how === "close" ? smtp.close() : smtp[Symbol.asyncDispose]());
    expect(vi.getTimerCount()).toBe(0);
  },
);

test("without TLS no certificate is watched, and STARTTLS is not offered", async () => {
  const { smtp } = await open("off");
  expect(vi.getTimerCount()).toBe(0);
  const { port } = await smtp.listen();
  const client = await connectSmtp(port);
  await client.reply();
  const features = await client.say("EHLO a.test\r\n");
  expect([features.includes("STARTTLS"), features.includes("SIZE 1000")]).toEqual([false, true]);
  client.close();
  await smtp.close();
});

test("a certificate that cannot be read fails the start, also without TLS", async () => {
  await expect(open("off", { isCertificateReadable: false })).rejects.toThrow("cert.pem");
});

test("a reloaded certificate and an unusable one are logged", async () => {
  const { smtp, files, pair, logged } = await open("offer");
  await smtp.listen();
  let at = Date.now() / 1000;
  /** Puts a certificate there until the log says so. */
  const put = (cert: string, line: RegExp) =>
    expect
      .poll(() => {
        writeFileSync(files.smtpTlsCert, cert);
        utimesSync(files.smtpTlsCert, ++at, at);
        vi.advanceTimersByTime(60_000);
        return logged;
      })
      .toContainEqual(expect.stringMatching(line));
  await put("no certificate", /^warn: .*not reloaded; .*: .*--smtp-tls-cert/);
  await put(pair.cert, /^info: .*certificate reloaded$/);
  await smtp.close();
});
