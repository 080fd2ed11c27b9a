import { createPrivateKey, X509Certificate } from "node:crypto";
import { readFile, rm } from "node:fs/promises";
import { join } from "node:path";
import { createSecureContext } from "node:tls";
import type { Kv } from "../storage/types.ts";

/** PEM texts of a private key and its certificate (chain). */
export interface Certificate {
  key: string;
  cert: string;
}

export interface CertificateOptions {
  /** Path of the operator's certificate. Needs `keyFile`. */
  certFile?: string | undefined;
  /** Path of the operator's private key. Needs `certFile`. */
  keyFile?: string | undefined;
  /** Domain name of a self-signed certificate. */
  domain: string;
}

/** Where the self-signed certificate is kept. */
export interface CertificateStore {
  kv: Kv;
  /** Folder of the storage, in which earlier versions kept the certificate as files; `null` if it has none. */
  directory: string | null;
}

const certificateRecordKey = "smtp-certificate";
const KEY_NAME = "smtp-key.pem";
const CERT_NAME = "smtp-cert.pem";
const DAY_MS = 24 * 60 * 60 * 1000;
/** Validity of a self-signed certificate. Long, because only a start replaces it, not a running server. */
const VALIDITY_MS = 10 * 365 * DAY_MS;
/** A self-signed certificate is replaced at a start this long before it expires. */
const MIN_REMAINING_VALIDITY_MS = 30 * DAY_MS;

/**
 * Returns the certificate for STARTTLS: the operator's, else a self-signed one. The latter is generated at the first start and
 * stored; if `store` is `null`, it exists only in memory.
 */
export async function ensureCertificate(
  store: CertificateStore | null,
  options: CertificateOptions,
): Promise<Certificate> {
  const { certFile, keyFile, domain } = options;
  if (certFile !== undefined && keyFile !== undefined) return await readOperatorCertificate(certFile, keyFile);
  if (certFile !== undefined) throw new Error("--smtp-tls-cert needs --smtp-tls-key: give both or neither");
  if (keyFile !== undefined) throw new Error("--smtp-tls-key needs --smtp-tls-cert: give both or neither");
  const stored = store === null ? null : await readStoredCertificate(store);
  return stored ?? (await generateCertificate(store, domain));
}

/** Reads the operator's pair. @throws Error that names the flag if a file is unusable or the two do not match */
export async function readOperatorCertificate(certFile: string, keyFile: string): Promise<Certificate> {
  const cert = await readPem(certFile, "--smtp-tls-cert", (pem) => new X509Certificate(pem));
  const key = await readPem(keyFile, "--smtp-tls-key", (pem) => createPrivateKey(pem));
  if (!new X509Certificate(cert).checkPrivateKey(createPrivateKey(key))) {
    throw new Error(`--smtp-tls-key: ${keyFile} is not the key of the certificate in ${certFile}`);
  }
  // Rejects what TLS itself does not accept, such as a key that is too short.
  createSecureContext({ cert, key });
  return { cert, key };
}

/** Reads a PEM file. @throws Error that names the flag if the file is unreadable or `check` throws */
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

/**
 * Returns the stored self-signed pair, or `null` if it is missing, damaged or about to expire. Moves the pair of an earlier
 * version from its files to the storage.
 */
async function readStoredCertificate({ kv, directory }: CertificateStore): Promise<Certificate | null> {
  const stored = await kv.get<Certificate>(certificateRecordKey);
  if (stored !== null) return isUsable(stored) ? stored : null;
  const pairInFiles = directory === null ? null : await readPemFiles(directory);
  if (pairInFiles === null || !isUsable(pairInFiles)) return null;
  await storeCertificate(pairInFiles, { kv, directory });
  return pairInFiles;
}

/** Returns the pair in the files of an earlier version. `null` if one cannot be read: a new pair is then created, as without files. */
async function readPemFiles(directory: string): Promise<Certificate | null> {
  try {
    const [key, cert] = await Promise.all([
      readFile(join(directory, KEY_NAME), "utf8"),
      readFile(join(directory, CERT_NAME), "utf8"),
    ]);
    return { key, cert };
  } catch {
    return null;
  }
}

/** Stores a pair. Deletes the files of an earlier version, whose key is clear text. */
async function storeCertificate(pair: Certificate, { kv, directory }: CertificateStore): Promise<void> {
  await kv.commit([[certificateRecordKey, pair]]);
  if (directory === null) return;
  for (const name of [KEY_NAME, CERT_NAME]) await rm(join(directory, name), { force: true });
}

/**
 * Returns whether key and certificate are a pair that is valid for another month. A running server does not replace the pair, and
 * its next start may be weeks away. `false` also if key or certificate cannot be parsed.
 */
function isUsable({ key, cert }: Certificate): boolean {
  try {
    const certificate = new X509Certificate(cert);
    const isValid = Date.parse(certificate.validTo) > Date.now() + MIN_REMAINING_VALIDITY_MS;
    return isValid && certificate.checkPrivateKey(createPrivateKey(key));
  } catch {
    return false;
  }
}

/** Type of an alternative name that is a domain name (RFC 5280 section 4.2.1.6). */
const DNS_NAME = 2;

/** Generates a self-signed pair, and stores it if there is a store. Loads the generator only here, because it is large. */
async function generateCertificate(store: CertificateStore | null, domain: string): Promise<Certificate> {
  const { generate } = await import("./self-signed.ts");
  // A common name has at most 64 characters (RFC 5280); clients compare the alternative name.
  const generated = await generate([{ name: "commonName", value: domain.slice(0, 64) }], {
    keyType: "ec",
    curve: "P-256",
    algorithm: "sha256",
    notAfterDate: new Date(Date.now() + VALIDITY_MS),
    extensions: [{ name: "subjectAltName", altNames: [{ type: DNS_NAME, value: domain }] }],
  });
  const pair = { key: generated.private, cert: generated.cert };
  if (store) await storeCertificate(pair, store);
  return pair;
}
