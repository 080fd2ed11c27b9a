import { X509Certificate } from "node:crypto";
import { once } from "node:events";
import { utimesSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { connect as connectTls } from "node:tls";
import { expect, onTestFinished, test, vi } from "vitest";
import type { Services } from "../../src/context.ts";
import { parseOptions } from "../../src/options/options.ts";
import { openSmtp } from "../../src/smtp/open-smtp.ts";
import { ensureCertificate } from "../../src/smtp/tls.ts";
import { temporaryFolder } from "../storage/folder.ts";
import { connectSmtp } from "./smtp-client.ts";

const fingerprintOf = ({ cert }: { cert: string }) => new X509Certificate(cert).fingerprint256;

/** The fingerprint of the certificate that a mail client is shown by STARTTLS. */
async function shownTo(port: number): Promise<string> {
  const client = await connectSmtp(port);
  await client.reply();
  expect(await client.say("EHLO a.test\r\n")).toContain("STARTTLS");
  expect(await client.say("STARTTLS\r\n")).toMatch(/^220/);
  const socket = connectTls({ socket: client.socket, rejectUnauthorized: false });
  await once(socket, "secureConnect");
  const shown = socket.getPeerX509Certificate()!.fingerprint256;
  socket.destroy();
  return shown;
}

test("mail clients are shown a renewed certificate from the next STARTTLS on, without a restart", async () => {
  vi.useFakeTimers({ toFake: ["setInterval", "clearInterval"] });
  onTestFinished(() => void vi.useRealTimers());
  const { dir, remove } = temporaryFolder();
  onTestFinished(remove);
  const files = { smtpTlsCert: join(dir, "cert.pem"), smtpTlsKey: join(dir, "key.pem") };
  const put = ({ cert, key }: { cert: string; key: string }) => {
    writeFileSync(files.smtpTlsCert, cert);
    writeFileSync(files.smtpTlsKey, key);
  };
  const [before, after] = await Promise.all([1, 2].map(() => ensureCertificate(null, { domain: "mail.test" })));
  put(before!);
  const logged: string[] = [];
  const log = (line: string) => void logged.push(line);
  const options = { ...parseOptions({ ...files, smtpTls: "offer", smtpPort: 0 }), smtpHost: "127.0.0.1" };
  // The listener asks for nothing else here.
  const smtp = await openSmtp({
    services: { options, intake: { resolve: async () => null, deliver: async () => false } } as unknown as Services,
    log: { info: log, warn: log, error: log },
    certificateStore: null,
  });
  onTestFinished(() => smtp.close());
  const { port } = await smtp.listen();
  expect(await shownTo(port)).toBe(fingerprintOf(before!));
  let at = Date.now() / 1000;
  await expect
    .poll(() => {
      put(after!);
      utimesSync(files.smtpTlsCert, ++at, at);
      vi.advanceTimersByTime(60_000);
      return logged;
    })
    .toContain("SMTP certificate reloaded");
  expect(await shownTo(port)).toBe(fingerprintOf(after!));
});
