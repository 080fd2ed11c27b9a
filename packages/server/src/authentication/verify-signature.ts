/// <reference path="./mailauth.d.ts" />
import { createHash, createPublicKey, type KeyObject, verify } from "node:crypto";
import { getPublicKey } from "mailauth/lib/tools.js";
import type { ResolveDns } from "./bounded-resolver.ts";
import { type DeriveOnce, deriveAlways } from "./derived-results.ts";
import type { DkimSignature } from "./signatures.ts";
import { parseTagList, splitTagValue } from "./tag-list.ts";

/** `unknown` if DNS did not respond. */
export type SignatureResult = "pass" | "fail" | "unknown";

interface VerifyParts {
  resolveDns: ResolveDns;
  /** Remembers the keys of domains. @default looks up each key again */
  deriveOnce?: DeriveOnce;
  /** Milliseconds since 1970. */
  now: number;
}

/** Shorter RSA keys are worthless; longer ones need not be supported (RFC 8301), and take long to check. */
const MIN_RSA_BITS = 1024;
const MAX_RSA_BITS = 4096;
/** Usual exponents have 17 bits at most. With one as long as the key, a check takes a hundred times as long. */
const MAX_RSA_EXPONENT = 2n ** 32n;
const MS_PER_SECOND = 1000;
/** Codes of DNS and of the library for a key record that is missing or cannot be used. */
const UNUSABLE_KEY_CODES = ["EINVALIDVER", "EINVALIDTYPE", "EINVALIDVAL", "ESHORTKEY", "ENOTFOUND", "ENODATA"];

/**
 * Verifies a DKIM signature, whose body hash was compared already, with the key that its domain publishes in DNS. `deriveOnce` calls
 * `fetchKey` only if it has no key under this name, and lets it resolve with a `resolve` that notes how long the records hold.
 */
export async function verifySignature(
  signature: DkimSignature,
  signedData: Buffer,
  { resolveDns, deriveOnce = deriveAlways, now }: VerifyParts,
): Promise<SignatureResult> {
  const { domain, selector, expires } = signature;
  // Not `<=`, so that a malformed time (`NaN`) counts as expired.
  if (expires !== null && !(expires * MS_PER_SECOND > now)) return "fail";
  const name = `${selector}._domainkey.${domain}`;
  try {
    const { value: key } = await deriveOnce(`dkim ${name}`, resolveDns, (resolve) => fetchKey(name, resolve));
    if (key === null || !permitsSignature(key, signature)) return "fail";
    return isValid(signature, signedData, key.publicKey) ? "pass" : "fail";
  } catch (error) {
    const isMalformedSignature = isOfNodeCrypto(error);
    return isMalformedSignature ? "fail" : "unknown";
  }
}

/**
 * Returns whether the signature fits the data and the key. Ed25519 signs the hash of the data (RFC 8463), and then hashes itself, so
 * `verify` gets no algorithm. Runs on this thread, because handing it to the pool costs more than the check of a usual key.
 */
function isValid({ algorithm, value }: DkimSignature, signedData: Buffer, publicKey: KeyObject): boolean {
  const isEd25519 = algorithm === "ed25519-sha256";
  const data = isEd25519 ? createHash("sha256").update(signedData).digest() : signedData;
  return verify(isEd25519 ? null : "sha256", data, publicKey, Buffer.from(value, "base64"));
}

/** A key that a domain publishes, and what it may be used for. */
interface DomainKey {
  publicKey: KeyObject;
  /** `rsa` or another kind, as its record says. */
  kind: string;
  isForMail: boolean;
  acceptsSha256: boolean;
  /** Whether the identity must be the domain itself, and none below it. */
  isForDomainOnly: boolean;
}

/**
 * Looks up the key that a domain signs with, and what it may be used for (tags: RFC 6376, 3.6.1). Returns `null` if
 * there is none that can be used, or if a check with it would take so long that it delays other mails (`isQuickToCheck`).
 *
 * @throws Error if DNS does not respond
 */
async function fetchKey(name: string, resolveDns: ResolveDns): Promise<DomainKey | null> {
  try {
    const { publicKey, rr: recordText } = await getPublicKey("DKIM", name, MIN_RSA_BITS, resolveDns);
    const tags = parseTagList(recordText);
    if (tags === null) return null;
    const listOf = (tag: string, valueIfMissing: string) => splitTagValue(tags.get(tag) ?? valueIfMissing);
    const keyObject = createPublicKey(publicKey);
    if (!isQuickToCheck(keyObject)) return null;
    return {
      publicKey: keyObject,
      kind: (tags.get("k") ?? "rsa").toLowerCase(),
      isForMail: listOf("s", "*").some((service) => service === "*" || service === "email"),
      acceptsSha256: listOf("h", "sha256").includes("sha256"),
      isForDomainOnly: listOf("t", "").includes("s"),
    };
  } catch (error) {
    // Any other error means that DNS did not respond.
    if (UNUSABLE_KEY_CODES.includes(errorCodeOf(error)) || isOfNodeCrypto(error)) return null;
    throw error;
  }
}

/**
 * Returns whether a check with the key is fast, as with any Ed25519 key, which has neither modulus nor exponent. Senders choose their
 * keys, and a slow one would delay the mails of others.
 */
function isQuickToCheck({ asymmetricKeyDetails = {} }: KeyObject): boolean {
  const { modulusLength = 0, publicExponent = 0n } = asymmetricKeyDetails;
  // Usual exponents are short. With one as long as the key, a check takes a hundred times as long.
  return modulusLength <= MAX_RSA_BITS && publicExponent <= MAX_RSA_EXPONENT;
}

/** Returns whether Node's crypto has thrown the error, because it cannot use the key or the signature. */
const isOfNodeCrypto = (error: unknown) => errorCodeOf(error).startsWith("ERR_");

const errorCodeOf = (error: unknown) => (error instanceof Error && "code" in error ? String(error.code) : "");

/** Returns whether the key may be used for this signature (RFC 6376, 3.6.1). */
function permitsSignature(key: DomainKey, { algorithm, domain, identityDomain }: DkimSignature): boolean {
  // The identity is the user or host that the domain signs for. Some keys permit none in a subdomain.
  const acceptsIdentity = identityDomain === domain || !key.isForDomainOnly;
  const acceptsAlgorithm = key.acceptsSha256 && algorithm === `${key.kind}-sha256`;
  return key.isForMail && acceptsAlgorithm && acceptsIdentity;
}
