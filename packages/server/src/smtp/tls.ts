import { createPrivateKey, X509Certificate } from "node:crypto";
import { mkdir, readFile, rename, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { createSecureContext } from "node:tls";
import { generate } from "selfsigned";

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

const KEY_NAME = "smtp-key.pem";
const CERT_NAME = "smtp-cert.pem";
const DAY_MS = 24 * 60 * 60 * 1000;
/** Validity of a self-signed certificate. */
const VALIDITY_MS = 10 * 365 * DAY_MS;
/** A self-signed certificate is replaced at a start this long before it expires. */
const RENEWAL_MS = 30 * DAY_MS;

/**
 * Returns the certificate for STARTTLS: the operator's, else a self-signed one. The latter is generated at the first start and
 * stored in `dir`; if `dir` is `null`, it exists only in memory.
 */
export async function ensureCertificate(dir: string | null, options: CertificateOptions): Promise<Certificate> {
  const { certFile, keyFile, domain } = options;
  if (certFile !== undefined && keyFile !== undefined) return await readOperatorCertificate(certFile, keyFile);
  if (certFile !== undefined) throw new Error("--smtp-tls-cert needs --smtp-tls-key: give both or neither");
  if (keyFile !== undefined) throw new Error("--smtp-tls-key needs --smtp-tls-cert: give both or neither");
  return (dir && (await readStoredCertificate(dir))) || (await generateCertificate(dir, domain));
}

/** Reads the operator's pair. @throws Error that names the flag if a file is unusable or the two do not match */
async function readOperatorCertificate(certFile: string, keyFile: string): Promise<Certificate> {
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

/** Reads the stored self-signed pair. Returns `null` if it is missing, damaged or about to expire. */
async function readStoredCertificate(dir: string): Promise<Certificate | null> {
  try {
    const [key, cert] = await Promise.all([
      readFile(join(dir, KEY_NAME), "utf8"),
      readFile(join(dir, CERT_NAME), "utf8"),
    ]);
    const certificate = new X509Certificate(cert);
    const isValid = Date.parse(certificate.validTo) > Date.now() + RENEWAL_MS;
    const isPair = certificate.checkPrivateKey(createPrivateKey(key));
    return isPair && isValid ? { key, cert } : null;
  } catch {
    return null;
  }
}

/** Type of an alternative name that is a domain name (RFC 5280 section 4.2.1.6). */
const DNS_NAME = 2;

/** Generates a self-signed pair, and stores it in `dir` if that is not `null`. */
async function generateCertificate(dir: string | null, domain: string): Promise<Certificate> {
  // A common name has at most 64 characters (RFC 5280); clients compare the alternative name.
  const generated = await generate([{ name: "commonName", value: domain.slice(0, 64) }], {
    keyType: "ec",
    curve: "P-256",
    algorithm: "sha256",
    notAfterDate: new Date(Date.now() + VALIDITY_MS),
    extensions: [{ name: "subjectAltName", altNames: [{ type: DNS_NAME, value: domain }] }],
  });
  const pair = { key: generated.private, cert: generated.cert };
  if (dir) {
    await mkdir(dir, { recursive: true });
    await writeAtomically(join(dir, KEY_NAME), pair.key, 0o600);
    await writeAtomically(join(dir, CERT_NAME), pair.cert, 0o644);
  }
  return pair;
}

/** Writes a temporary file and renames it, so that a crash leaves no partial file. */
async function writeAtomically(path: string, pem: string, mode: number): Promise<void> {
  const temporary = `${path}.${process.pid}.tmp`;
  await writeFile(temporary, pem, { mode });
  await rename(temporary, path);
}
