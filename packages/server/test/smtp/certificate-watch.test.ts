import { once } from "node:events";
import { utimesSync, writeFileSync } from "node:fs";
import { connect } from "node:net";
import { join } from "node:path";
import { connect as connectTls } from "node:tls";
import { generate } from "selfsigned";
import { afterEach, expect, test } from "vitest";
import { watchCertificate } from "../../src/smtp/certificate-watch.ts";
import { createSmtp } from "../../src/smtp/smtp.ts";
import { ensureCertificate } from "../../src/smtp/tls.ts";
import { temporaryFolder } from "../storage/folder.ts";

const stops: (() => unknown)[] = [];
afterEach(async () => {
  for (const stop of stops.splice(0)) await stop();
});

/** The common name of the certificate that STARTTLS shows. */
async function shownBy(port: number): Promise<string> {
  const socket = connect(port, "127.0.0.1");
  for (const line of ["EHLO client\r\n", "STARTTLS\r\n", ""]) {
    await once(socket, "data");
    socket.write(line);
  }
  const secure = connectTls({ socket, rejectUnauthorized: false });
  await once(secure, "secureConnect");
  const { subject } = secure.getPeerCertificate();
  secure.destroy();
  return String(subject.CN);
}

let written = 0;
async function put(dir: string, name: string, half = false): Promise<void> {
  const made = await generate([{ name: "commonName", value: name }], {
    keyType: "ec",
    curve: "P-256",
    algorithm: "sha256",
  });
  writeFileSync(join(dir, "cert.pem"), made.cert);
  if (!half) writeFileSync(join(dir, "key.pem"), made.private);
  // File systems may note times coarsely.
  utimesSync(join(dir, "cert.pem"), ++written, written);
}

test("a certificate that is renewed in its place is shown without a restart, and a broken one is not", async () => {
  const { dir } = temporaryFolder();
  await put(dir, "first.test");
  const files = { certFile: join(dir, "cert.pem"), keyFile: join(dir, "key.pem"), domain: "desk.test" };
  const smtp = createSmtp({
    host: "127.0.0.1",
    port: 0,
    domain: "desk.test",
    tls: await ensureCertificate(null, files),
    resolve: async () => null,
    deliver: async () => false,
  });
  stops.push(smtp.close);
  const { port } = await smtp.listen();
  const faults: string[] = [];
  const watch = watchCertificate({
    ...files,
    intervalMs: 10,
    onRenewed: smtp.replaceCertificate,
    onError: (reason) => faults.push(reason),
  });
  stops.push(watch.close);
  expect(await shownBy(port)).toBe("first.test");
  await put(dir, "half.test", true);
  // A check between writing the file and setting its time sees two changes.
  await expect.poll(() => faults[0]).toContain("is not the key of the certificate");
  expect(new Set(faults).size).toBe(1);
  expect(await shownBy(port)).toBe("first.test");
  await put(dir, "second.test");
  await expect.poll(() => shownBy(port)).toBe("second.test");
});
