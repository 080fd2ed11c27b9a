import { generateKeyPairSync } from "node:crypto";
import nodemailer from "nodemailer";
import { type MailEvidence, MailEvidenceCollector } from "../../src/authentication/evidence.ts";
import type { Verdict } from "../../src/authentication/judgment.ts";
import { judge } from "../../src/authentication/verdict.ts";

const { privateKey, publicKey } = generateKeyPairSync("rsa", {
  modulusLength: 1024,
  publicKeyEncoding: { type: "spki", format: "der" },
  privateKeyEncoding: { type: "pkcs8", format: "pem" },
});
export const keyRecord = `v=DKIM1; k=rsa; p=${publicKey.toString("base64")}`;

/** Records by `name TYPE`. An error stands for a name server that does not respond. */
export type Zone = Record<string, string | string[] | Error>;

/** Resolves names of a zone, and records each lookup. */
export function resolverOf(zone: Zone) {
  const lookups: string[] = [];
  const resolveDns = async (name: string, type: string) => {
    lookups.push(`${name} ${type}`);
    const found = zone[`${name} ${type}`];
    if (found instanceof Error) throw found;
    if (found === undefined) throw Object.assign(new Error(`No ${name}`), { code: "ENOTFOUND" });
    return [found].flat().map((text) => (type === "TXT" ? [text] : text));
  };
  return { resolveDns, lookups };
}

interface Composed {
  from?: string;
  /** Domain that signs; `null` for no signature. */
  signedBy?: string | null;
  selector?: string;
  /** The key that signs, in PEM. */
  signingKey?: string;
  /** Names of signed fields, with colons. */
  fields?: string;
  text?: string;
}

/** Composes a mail. Its signature is nodemailer's, so that it is not checked against our own idea of one. */
export async function compose({
  from = "Shop <no-reply@shop.example>",
  signedBy = "shop.example",
  selector = "s1",
  signingKey = privateKey,
  fields,
  text = "Your code is 481 220.",
}: Composed = {}): Promise<string> {
  const dkim =
    signedBy === null ? {} : { dkim: { domainName: signedBy, keySelector: selector, privateKey: signingKey } };
  if (dkim.dkim && fields) Object.assign(dkim.dkim, { headerFieldNames: fields });
  const transport = nodemailer.createTransport({ streamTransport: true, buffer: true, newline: "windows", ...dkim });
  const { message } = await transport.sendMail({ from, to: "signup@desk.example", subject: "Your code", text });
  return message.toString("latin1");
}

/** Collects the evidence of a mail that arrives in small chunks. */
export function collect(mail: string, { helo = "mx.shop.example", chunkLength = 100 } = {}): MailEvidence | null {
  const collector = new MailEvidenceCollector({ helo });
  const bytes = Buffer.from(mail, "latin1");
  for (let start = 0; start < bytes.length; start += chunkLength)
    collector.write(bytes.subarray(start, start + chunkLength));
  return collector.end();
}

interface Sent {
  zone?: Zone;
  clientIp?: string;
  envelopeSender?: string;
  shownSender?: string;
}

/** Judges a mail by the records of a zone. */
export async function judgeMail(mail: string, sent: Sent = {}): Promise<{ verdict: Verdict; lookups: string[] }> {
  const evidence = collect(mail);
  if (evidence === null) throw new Error("The header was too long");
  const { zone = {}, clientIp = "192.0.2.1", envelopeSender = "bounce@shop.example" } = sent;
  const { resolveDns, lookups } = resolverOf(zone);
  const shownSender = sent.shownSender ?? "Shop <no-reply@shop.example>";
  const parts = { resolveDns, receiver: "desk.example", now: Date.now() };
  const { verdict } = await judge({ evidence, clientIp, envelopeSender, shownSender }, parts);
  return { verdict, lookups };
}

export const silence = Object.assign(new Error("No response"), { code: "ETIMEOUT" });
