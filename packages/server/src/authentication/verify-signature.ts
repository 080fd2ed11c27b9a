/// <reference path="./mailauth.d.ts" />
import { createHash, createPublicKey, type KeyObject, verify } from "node:crypto";
import { promisify } from "node:util";
import { getPublicKey } from "mailauth/lib/tools.js";
import type { ResolveDns } from "./bounded-resolver.ts";
import type { DkimSignature } from "./signatures.ts";
import { parseTagList, splitTagValue } from "./tag-list.ts";

/** Verifies on a thread of the pool, so that mails that arrive meanwhile do not wait. */
const verifyInThread = promisify(verify);

/** `unknown` if DNS did not respond. */
export type CheckResult = "pass" | "fail" | "unknown";

/** Shorter RSA keys are worthless (RFC 8301). */
const MIN_RSA_BITS = 1024;
const MS_PER_SECOND = 1000;
/** Codes of the library for a key record that exists and cannot be used. */
const UNUSABLE_KEY_CODES = ["EINVALIDVER", "EINVALIDTYPE", "EINVALIDVAL", "ESHORTKEY", "ENOTFOUND", "ENODATA"];

/** Verifies a signature whose body hash matches, with the key that its domain publishes. */
export async function verifySignature(
  signature: DkimSignature,
  signedData: Buffer,
  { resolveDns, now }: { resolveDns: ResolveDns; now: number },
): Promise<CheckResult> {
  const { algorithm, domain, selector, value, expires } = signature;
  if (expires !== null && !(expires * MS_PER_SECOND > now)) return "fail";
  try {
    const key = await fetchKey(`${selector}._domainkey.${domain}`, resolveDns);
    if (!permitsSignature(key.record, signature)) return "fail";
    const isEd25519 = algorithm === "ed25519-sha256";
    const data = isEd25519 ? createHash("sha256").update(signedData).digest() : signedData;
    const isValid = await verifyInThread(
      isEd25519 ? null : "sha256",
      data,
      key.publicKey,
      Buffer.from(value, "base64"),
    );
    return isValid ? "pass" : "fail";
  } catch (error) {
    const code = error instanceof Error && "code" in error ? String(error.code) : "";
    const isKeyUnusable = UNUSABLE_KEY_CODES.includes(code) || code.startsWith("ERR_");
    return isKeyUnusable ? "fail" : "unknown";
  }
}

interface DomainKey {
  publicKey: KeyObject;
  /** The DNS record that publishes it. */
  record: string;
}

/** Parsed keys by the response that they came in, which the resolver returns again while it remembers it. */
const keysByResponse = new WeakMap<object, DomainKey>();

/** Looks up the key that a domain signs with. @throws Error as `getPublicKey` does */
async function fetchKey(name: string, resolveDns: ResolveDns): Promise<DomainKey> {
  const response = await resolveDns(name, "TXT");
  if (typeof response !== "object" || response === null) throw new Error(`Unexpected DNS response for ${name}`);
  const known = keysByResponse.get(response);
  if (known) return known;
  const { publicKey, rr } = await getPublicKey("DKIM", name, MIN_RSA_BITS, async () => response);
  const key = { publicKey: createPublicKey(publicKey), record: rr };
  keysByResponse.set(response, key);
  return key;
}

/** Returns whether the key may be used for this signature (RFC 6376, 3.6.1). */
function permitsSignature(record: string, { algorithm, domain, identityDomain }: DkimSignature): boolean {
  const tags = parseTagList(record);
  if (tags === null) return false;
  const listOf = (name: string, fallback: string) => splitTagValue(tags.get(name) ?? fallback);
  const isForMail = listOf("s", "*").some((service) => service === "*" || service === "email");
  const acceptsHash = listOf("h", "sha256").includes("sha256");
  const hasKeyType = algorithm.startsWith(`${(tags.get("k") ?? "rsa").toLowerCase()}-`);
  const acceptsIdentity = identityDomain === domain || !listOf("t", "").includes("s");
  return isForMail && acceptsHash && hasKeyType && acceptsIdentity;
}
