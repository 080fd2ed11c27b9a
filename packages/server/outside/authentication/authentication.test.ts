import { spawnSync } from "node:child_process";
import { generateKeyPairSync } from "node:crypto";
import { existsSync, writeFileSync } from "node:fs";
import { connect } from "node:net";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { beginMail, endMail } from "../attacks/smtp-sender.ts";
import { bootstrapKey, headersOf, makeFolder, type Running, startServer } from "../support/processes.ts";
import { type NameServer, openNameServer } from "./name-server.ts";
import { openNetwork, type ServerNetwork } from "./network.ts";
import { readRecordedKeys, readRecordedMail, recordedMails } from "./recorded-mails.ts";

const folder = makeFolder();
/** A Python that has dkimpy; `suite.mjs` installs it. */
const python = process.env.FRONTDESK_DKIMPY;
/** Sources with recorded mails of providers; `suite.mjs` fetches them. */
const recordedSources = process.env.FRONTDESK_RECORDED_MAILS ?? "";
let network: ServerNetwork;
let dns: NameServer;
let server: Running;
let url: string;
let mailbox: { id: string; address: string; token: string };

/** Starts the server in the network, on the same data as before. */
async function start(): Promise<void> {
  const flags = [
    "--host",
    "0.0.0.0",
    "--smtp-host",
    "0.0.0.0",
    "--mail-domain",
    "desk.example.com",
    "--smtp-noops",
    "0",
  ];
  const limits = ["--smtp-bytes-per-ip", "0"];
  server = await startServer(`lmdb:${join(folder, "data")}`, [...flags, ...limits], {}, network.inside);
  url = `http://${network.serverIp}:${new URL(server.url).port}`;
}

beforeAll(async () => {
  network = openNetwork();
  dns = await openNameServer(network.publicIp);
  await start();
  const body = JSON.stringify({ name: "ann" });
  const response = await fetch(`${url}/svc-api/mailbox/register`, {
    method: "POST",
    headers: headersOf(bootstrapKey),
    body,
  });
  ({ mailbox } = (await response.json()) as { mailbox: typeof mailbox });
});
afterAll(async () => {
  await server?.kill("SIGTERM");
  dns?.close();
  network?.close();
});

/** Sends a mail over SMTP from an address of this machine. */
async function send(
  mail: string,
  { from = "bounce@shop.example", localAddress = network.publicIp } = {},
): Promise<void> {
  const host = localAddress === network.publicIp ? network.serverIp : network.privateServerIp;
  const socket = connect({ host, port: server.smtpPort, localAddress });
  await beginMail(socket, "ann", from);
  await endMail(socket, mail);
  socket.destroy();
}

/** Returns what the newest mail says now about its sender. */
async function currentVerdict(): Promise<string | undefined> {
  const response = await fetch(`${url}/svc-api/mail/recent?n=1`, { headers: headersOf(mailbox.token) });
  const { emails } = (await response.json()) as { emails: { authenticated: string }[] };
  return emails[0]?.authenticated;
}

/** Returns the verdict on the newest mail once it is there. */
async function verdict(): Promise<string> {
  for (;;) {
    const current = await currentVerdict();
    if (current !== undefined && current !== "pending") return current;
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
}

const text = "Your code is 481 220.\r\n\r\nIt is  valid for\tten minutes. \r\n\r\n\r\n";
const compose = (from = "Shop <no-reply@shop.example>", body = text) =>
  `From: ${from}\r\nTo: ann@desk.example.com\r\nSubject: Your code\r\n\tis here\r\nDate: Fri, 20 Nov 2026 09:30:00 +0000\r\n\r\n${body}`;

/** Returns the file with the key that a domain signs with, and publishes it once: the server remembers records for a minute. */
function keyFileOf(domain: string, type: string): string {
  const keyFile = join(folder, `${type}.${domain}.key`);
  if (existsSync(keyFile)) return keyFile;
  if (type === "rsa") {
    const keys = generateKeyPairSync("rsa", {
      modulusLength: 2048,
      publicKeyEncoding: { type: "spki", format: "der" },
      privateKeyEncoding: { type: "pkcs1", format: "pem" },
    });
    writeFileSync(keyFile, keys.privateKey);
    dns.records.set(`rsa._domainkey.${domain}`, `v=DKIM1; k=rsa; p=${keys.publicKey.toString("base64")}`);
  } else {
    const { d: seed = "", x: point = "" } = generateKeyPairSync("ed25519").privateKey.export({ format: "jwk" });
    writeFileSync(keyFile, Buffer.from(seed, "base64url").toString("base64"));
    dns.records.set(
      `ed25519._domainkey.${domain}`,
      `v=DKIM1; k=ed25519; p=${Buffer.from(point, "base64url").toString("base64")}`,
    );
  }
  return keyFile;
}

/** Signs a mail with dkimpy, with a key that is published. */
function sign(
  mail: string,
  { domain = "shop.example", type = "rsa", form = "relaxed/relaxed", length = "" } = {},
): string {
  const keyFile = keyFileOf(domain, type);
  const words = [
    fileURLToPath(new URL("sign.py", import.meta.url)),
    domain,
    type,
    keyFile,
    `${type}-sha256`,
    form,
    length,
  ];
  const { status, stdout, stderr } = spawnSync(python ?? "", words, {
    input: Buffer.from(mail, "latin1"),
    maxBuffer: 2 ** 26,
  });
  if (status !== 0) throw new Error(String(stderr));
  return stdout.toString("latin1");
}

describe.skipIf(!python)("a mail that dkimpy signed", () => {
  const forms = ["relaxed/relaxed", "simple/simple", "relaxed/simple", "simple/relaxed"];
  const cases = ["rsa", "ed25519"].flatMap((type) => forms.map((form) => [type, form] as const));

  test.each(cases)("passes with %s and %s, also over SMTP", async (type, form) => {
    await send(sign(compose(), { type, form }));
    expect(await verdict()).toBe("pass");
  });

  test("passes with ten megabytes", async () => {
    await send(sign(compose(undefined, `${"QUJDREVGR0hJSktMTU5PUFFSU1RVVldYWVo".repeat(2)}\r\n`.repeat(140_000))));
    expect(await verdict()).toBe("pass");
  });

  test.each([
    ["its text was changed", (mail: string) => mail.replace("481 220", "481 221"), {}],
    ["it covers only the beginning", (mail: string) => `${mail}Call us.\r\n`, { length: "yes" }],
    ["a foreign domain signed it", (mail: string) => mail, { domain: "attacker.example" }],
    ["it has two Froms", (mail: string) => `From: bank@bank.example\r\n${mail}`, {}],
  ])("fails if %s", async (_, change, options) => {
    await send(change(sign(compose(), options)), { from: "x@attacker.example" });
    expect(await verdict()).toBe("fail");
  });
});

describe.skipIf(recordedSources === "")("a mail that a provider signed years ago, with the key of that time", () => {
  test.each(recordedMails.map((mail) => [mail.title, mail.verdict, mail] as const))("%s gets %s", async (...row) => {
    const recorded = row[2];
    for (const [name, text] of readRecordedKeys(recordedSources)) dns.records.set(name, text);
    await send(readRecordedMail(recordedSources, recorded), { from: "" });
    expect(await verdict()).toBe(recorded.verdict);
  });
});

test("a mail passes by SPF alone, and not from another sender", async () => {
  dns.records.set("permitted.example", `v=spf1 ip4:${network.publicIp} -all`);
  dns.records.set("other.example", "v=spf1 ip4:203.0.113.9 -all");
  await send(compose("a@permitted.example"), { from: "a@permitted.example" });
  expect(await verdict()).toBe("pass");
  await send(compose("a@other.example"), { from: "a@other.example" });
  expect(await verdict()).toBe("fail");
});

test("a mail from a private network is not checked, and no name server is asked", async () => {
  const before = dns.asked.length;
  await send(compose("a@permitted.example"), { from: "a@permitted.example", localAddress: network.privateIp });
  expect(await verdict()).toBe("none");
  expect(dns.asked).toHaveLength(before);
});

test("name servers that do not respond delay neither the 250 nor other mails, and leave no verdict", async () => {
  for (const name of ["silent.example", "_dmarc.silent.example"]) dns.silent.add(name);
  const start = performance.now();
  await send(compose("a@silent.example"), { from: "a@silent.example" });
  expect(performance.now() - start).toBeLessThan(1_000);
  expect(await verdict()).toBe("none");
  expect(performance.now() - start).toBeLessThan(7_000);
});

test("the next unsigned mail of a sender has its verdict with the 250, also after a crash; one with another From has not", async () => {
  for (const name of ["known.example", "victim.example"]) dns.records.set(name, `v=spf1 ip4:${network.publicIp} -all`);
  dns.records.set("_dmarc.victim.example", "v=DMARC1; p=reject");
  const envelope = { from: "a@known.example" };
  await send(compose("a@known.example"), envelope);
  expect(await verdict()).toBe("pass");
  const before = dns.asked.length;
  await send(compose("b@known.example"), envelope);
  expect(await currentVerdict()).toBe("pass");
  expect(dns.asked).toHaveLength(before);
  await send(compose("a@victim.example"), envelope);
  expect(await verdict()).toBe("fail");
  await send(compose("c@known.example"), envelope);
  await server.kill("SIGKILL");
  await start();
  expect(await currentVerdict()).toBe("pass");
});
