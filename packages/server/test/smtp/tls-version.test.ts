import { once } from "node:events";
import { connect as connectTls, type SecureVersion } from "node:tls";
import { expect, onTestFinished, test } from "vitest";
import { createSmtp } from "../../src/smtp/smtp.ts";
import { ensureCertificate } from "../../src/smtp/tls.ts";
import { connectSmtp } from "./smtp-client.ts";
import { startSmtp } from "./start-smtp.ts";

/** Resolves to the version that was agreed on, or to the error of a client that speaks only this one. */
async function handshake(port: number, version: SecureVersion): Promise<string | null> {
  const client = await connectSmtp(port);
  onTestFinished(() => client.close());
  await client.reply();
  await client.say("EHLO a.test\r\n");
  expect(await client.say("STARTTLS\r\n")).toMatch(/^220 /);
  client.socket.removeAllListeners("data");
  const secure = connectTls({
    socket: client.socket,
    rejectUnauthorized: false,
    minVersion: version,
    maxVersion: version,
    // Node's own level would not even offer the early versions.
    ciphers: "ALL:@SECLEVEL=0",
  });
  onTestFinished(() => void secure.destroy());
  const failed = once(secure, "error").then(([error]) => String(error.message));
  return Promise.race([once(secure, "secureConnect").then(() => secure.getProtocol()), failed]);
}

test("STARTTLS takes TLS 1.2, and tells a client of TLS 1.1 that its version is too old", async () => {
  await using smtp = await startSmtp({ tls: await ensureCertificate(null, { domain: "mail.test" }) });
  expect(await handshake(smtp.port, "TLSv1.2")).toBe("TLSv1.2");
  expect(await handshake(smtp.port, "TLSv1.1")).toMatch(/alert protocol version/);
});

test("a renewed certificate does not let clients of TLS 1.1 in", async () => {
  const [first, renewed] = await Promise.all([1, 2].map(() => ensureCertificate(null, { domain: "mail.test" })));
  const mailbox = { resolve: async () => null, deliver: async () => false };
  await using smtp = createSmtp({ host: "127.0.0.1", port: 0, domain: "mail.test", tls: first!, ...mailbox });
  const { port } = await smtp.listen();
  smtp.replaceCertificate(renewed!);
  expect(await handshake(port, "TLSv1.2")).toBe("TLSv1.2");
  expect(await handshake(port, "TLSv1.1")).toMatch(/alert protocol version/);
});
