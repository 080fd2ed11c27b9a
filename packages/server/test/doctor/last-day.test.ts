import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { generate } from "selfsigned";
import { expect, onTestFinished, test } from "vitest";
import { checkIncomingMail } from "../../src/doctor/certificates.ts";
import { createDns } from "../../src/doctor/names.ts";
import { parseOptions } from "../../src/options/options.ts";
import { temporaryFolder } from "../storage/folder.ts";

const day = 86_400_000;

/** What the doctor says of an SMTP certificate that ends so many days from now. */
async function checkCertificate(days: number) {
  const { dir, remove } = temporaryFolder();
  onTestFinished(remove);
  const made = await generate([{ name: "commonName", value: "mail.acme.org" }], {
    notBeforeDate: new Date(0),
    notAfterDate: new Date(Date.now() + days * day),
    keyType: "ec",
    curve: "P-256",
    algorithm: "sha256",
  });
  const files = { smtpTlsCert: join(dir, "cert.pem"), smtpTlsKey: join(dir, "key.pem") };
  writeFileSync(files.smtpTlsCert, made.cert);
  writeFileSync(files.smtpTlsKey, made.private);
  const [result] = await checkIncomingMail(createDns(["127.0.0.1:9"], 100), parseOptions(files));
  return { status: result!.status, message: result!.message, todo: result!.todo };
}

// Six hours before each bound: the test may be slow.
test.each([
  [-0.25, "fail", /has expired\.$/],
  [0.75, "warn", /expires in 0 days\.$/],
  [6.75, "warn", /expires in 6 days\.$/],
  [7.75, "ok", /is valid for 7 days\.$/],
])("an SMTP certificate that expires in %s days: %s", async (days, status, message) => {
  expect(await checkCertificate(days)).toEqual({
    status,
    message: expect.stringMatching(message),
    todo: status === "ok" ? undefined : "Renew it; a running server reloads it by itself.",
  });
});

test.each([
  [{ smtpTlsCert: "cert.pem" }, "--smtp-tls-cert needs --smtp-tls-key: give both or neither"],
  [{ smtpTlsKey: "key.pem" }, "--smtp-tls-key needs --smtp-tls-cert: give both or neither"],
])("of the files of SMTP, %j alone fails the check, and is not taken for a self-signed one", async (files, message) => {
  const [result] = await checkIncomingMail(createDns(["127.0.0.1:9"], 100), parseOptions(files));
  expect(result).toEqual({
    check: "smtp-tls",
    status: "fail",
    message,
    todo: "Give the PEM files of one certificate and its key, readable by the server's user.",
  });
});
