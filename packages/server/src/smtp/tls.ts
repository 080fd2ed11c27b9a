import { createPrivateKey, X509Certificate } from "node:crypto";
import { mkdir, readFile, rename, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { createSecureContext } from "node:tls";
import { generate } from "selfsigned";

/** PEM texts of a private key and the certificate (chain) that goes with it. */
export interface Certificate {
  key: string;
  cert: string;
}

export interface CertificateOptions {
  /** The operator's certificate, by path. Given together with `keyFile`. */
  certFile?: string | undefined;
  /** The operator's private key, by path. */
  keyFile?: string | undefined;
  /** Named in a self-signed certificate. */
  domain: string;
}

const KEY_NAME = "smtp-key.pem";
const CERT_NAME = "smtp-cert.pem";
const DAY = 24 * 60 * 60 * 1000;
const LIFETIME = 10 * 365 * DAY;

/**
 * The certificate for STARTTLS: the operator's files, else a self-signed one that is made at the first start and kept in `dir`
 * (in memory alone when `dir` is null).
 */
export async function ensureCertificate(dir: string | null, options: CertificateOptions): Promise<Certificate> {
  const { certFile, keyFile, domain } = options;
  if (certFile !== undefined && keyFile !== undefined) return await readOperators(certFile, keyFile);
  if (certFile !== undefined) throw new Error("--smtp-tls-cert needs --smtp-tls-key: give both or neither");
  if (keyFile !== undefined) throw new Error("--smtp-tls-key needs --smtp-tls-cert: give both or neither");
  return (dir && (await readKept(dir))) || (await make(dir, domain));
}

async function readOperators(certFile: string, keyFile: string): Promise<Certificate> {
  const cert = await readPem(certFile, "--smtp-tls-cert", (pem) => new X509Certificate(pem));
  const key = await readPem(keyFile, "--smtp-tls-key", (pem) => createPrivateKey(pem));
  if (!new X509Certificate(cert).checkPrivateKey(createPrivateKey(key))) {
    throw new Error(`--smtp-tls-key: ${keyFile} is not the key of the certificate in ${certFile}`);
  }
  createSecureContext({ cert, key });
  return { cert, key };
}

async function readPem(path: string, flag: string, check: (pem: string) => unknown): Promise<string> {
  const pem = await readFile(path, "utf8").catch((cause: unknown) => {
    throw new Error(`${flag}: ${path} cannot be read`, { cause });
  });
  try {
    check(pem);
  } catch (cause) {
    throw new Error(`${flag}: ${path} is not a usable PEM file`, { cause });
  }
  return pem;
}

/** A kept pair that is missing, torn or about to expire is made anew. */
async function readKept(dir: string): Promise<Certificate | null> {
  try {
    const [key, cert] = await Promise.all([
      readFile(join(dir, KEY_NAME), "utf8"),
      readFile(join(dir, CERT_NAME), "utf8"),
    ]);
    const certificate = new X509Certificate(cert);
    const isGood =
      certificate.checkPrivateKey(createPrivateKey(key)) && Date.parse(certificate.validTo) > Date.now() + 30 * DAY;
    return isGood ? { key, cert } : null;
  } catch {
    return null;
  }
}

async function make(dir: string | null, domain: string): Promise<Certificate> {
  const made = await generate([{ name: "commonName", value: domain.slice(0, 64) }], {
    keyType: "ec",
    curve: "P-256",
    algorithm: "sha256",
    notAfterDate: new Date(Date.now() + LIFETIME),
    extensions: [{ name: "subjectAltName", altNames: [{ type: 2, value: domain }] }],
  });
  const pair = { key: made.private, cert: made.cert };
  if (dir) {
    await mkdir(dir, { recursive: true });
    await keep(join(dir, KEY_NAME), pair.key, 0o600);
    await keep(join(dir, CERT_NAME), pair.cert, 0o644);
  }
  return pair;
}

/** Renamed into place, so that a start that is cut off leaves no half file. */
async function keep(path: string, pem: string, mode: number): Promise<void> {
  const temporary = `${path}.${process.pid}.tmp`;
  await writeFile(temporary, pem, { mode });
  await rename(temporary, path);
}
