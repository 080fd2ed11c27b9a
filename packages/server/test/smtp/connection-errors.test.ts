import { once } from "node:events";
import { connect as connectTls } from "node:tls";
import { expect, onTestFinished, test } from "vitest";
import { ensureCertificate } from "../../src/smtp/tls.ts";
import { connectSmtp, startMail } from "./smtp-client.ts";
import { startSmtp } from "./start-smtp.ts";

test("a connection that fails after its TLS handshake is logged with the reason, and others go on", async () => {
  const lines: string[] = [];
  const log = {
    info: (line: string) => void lines.push(line),
    warn: (line: string) => void lines.push(`warn: ${line}`),
  };
  await using smtp = await startSmtp({ log, tls: await ensureCertificate(null, { domain: "mail.test" }) });
  const client = await connectSmtp(smtp.port);
  onTestFinished(() => client.close());
  await client.reply();
  await client.say("EHLO a.test\r\n");
  await client.say("STARTTLS\r\n");
  client.socket.removeAllListeners("data");
  const secure = connectTls({ socket: client.socket, rejectUnauthorized: false });
  secure.on("error", () => {});
  await once(secure, "secureConnect");
  secure.write("EHLO a.test\r\n");
  await once(secure, "data");
  client.socket.write("no record of TLS\r\n");
  await expect.poll(() => lines).toEqual([expect.stringMatching(/^SMTP connection ended: .*wrong version number/)]);
  const other = await startMail(smtp.port, ["ann@mail.test"]);
  onTestFinished(() => other.close());
  expect(await other.say("DATA\r\n")).toMatch(/^354 /);
});
