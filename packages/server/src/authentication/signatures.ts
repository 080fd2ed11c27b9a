import { isAligned } from "./alignment.ts";
import type { Canonicalization } from "./body-hash.ts";
import { MAX_SIGNATURE_FIELDS } from "./evidence.ts";
import type { RawField } from "./header-fields.ts";
import { normalizeDomain } from "./normalized-domain.ts";
import { parseTagList, splitTagValue } from "./tag-list.ts";

/** A DKIM signature that could authenticate its mail. */
export interface DkimSignature {
  /** The domain that signed (`d`), normalized. */
  domain: string;
  selector: string;
  algorithm: "rsa-sha256" | "ed25519-sha256";
  header: Canonicalization;
  body: Canonicalization;
  /** Names of the signed fields, in order; in lower case. */
  signedNames: string[];
  /** Body hash in base64. */
  bodyHash: string;
  /** The signature in base64, possibly with white space. */
  value: string;
  /** Domain of the identity (`i`); `domain` or one below it. */
  identityDomain: string;
  /** Time until which it is valid, seconds since 1970; `null` for ever. `NaN` if malformed, which counts as expired. */
  expires: number | null;
  field: RawField;
}

/** Signatures checked of one mail: each costs a DNS lookup, and some senders sign with two or three keys. */
const MAX_SIGNATURES = 5;
/** Senders decide how long a signature is, and how many fields it names. The work grows with both. */
const MAX_FIELD_CHARACTERS = 8192;
const MAX_SIGNED_NAMES = 200;
const DNS_NAME = /^[a-z0-9_](?:[a-z0-9._-]{0,251}[a-z0-9_])?$/;
/** Fields that occur once (RFC 5322, 3.6). Readers show the first of several, but a signature covers the last. */
const SINGLE_FIELDS = new Set([
  "from",
  "subject",
  "date",
  "to",
  "cc",
  "reply-to",
  "message-id",
  "mime-version",
  "content-type",
  "content-transfer-encoding",
]);

/**
 * Returns the first DKIM signatures that can authenticate a mail: the signing domain may speak for the one in From, and every copy
 * of a field that should occur once is signed. Otherwise somebody could add a second Subject to a signed mail.
 */
export function selectSignatures(fields: readonly RawField[], fromDomain: string): DkimSignature[] {
  const signatureFields = fields.filter(({ name }) => name === "dkim-signature");
  if (signatureFields.length === 0) return [];
  const repeated = countRepeated(fields);
  // The first limit is for mails with thousands of signatures, the second for those that are verified: each costs a DNS lookup.
  return signatureFields
    .slice(0, MAX_SIGNATURE_FIELDS)
    .map(parseSignature)
    .filter((signature) => signature !== null)
    .filter(
      ({ domain, signedNames }) => isAligned(domain, fromDomain, "relaxed") && signsAllCopies(signedNames, repeated),
    )
    .slice(0, MAX_SIGNATURES);
}

/**
 * Parses a DKIM-Signature field (tags: RFC 6376, 3.5). Returns `null` if it is malformed, of another version, with an
 * unsupported algorithm, or signs only the beginning of the body (`l`), to which anybody may append text.
 */
function parseSignature(field: RawField): DkimSignature | null {
  if (field.value.length > MAX_FIELD_CHARACTERS) return null;
  const tags = parseTagList(field.value);
  if (tags === null || tags.get("v") !== "1" || tags.has("l")) return null;
  const methods = parseMethods(tags);
  const domain = normalizeDomain(tags.get("d") ?? "");
  const selector = normalizeDomain(tags.get("s") ?? "");
  const identityDomain = readIdentityDomain(tags.get("i"), domain);
  const isIdentityInside = identityDomain === domain || identityDomain.endsWith(`.${domain}`);
  const areNamesValid = DNS_NAME.test(domain) && DNS_NAME.test(selector) && isIdentityInside;
  const signedNames = splitTagValue(tags.get("h") ?? "");
  const bodyHash = removeSpace(tags.get("bh") ?? "");
  const value = (tags.get("b") ?? "").trim();
  // A signature that does not sign From is invalid (RFC 6376, 5.4).
  const isComplete = bodyHash !== "" && value !== "" && signedNames.includes("from");
  if (methods === null || !areNamesValid || !isComplete) return null;
  if (signedNames.length > MAX_SIGNED_NAMES) return null;
  const expires = tags.has("x") ? Number(tags.get("x")) : null;
  return { ...methods, domain, selector, signedNames, bodyHash, value, identityDomain, expires, field };
}

/** Returns the domain of the identity (tag `i`), the address for which the domain signs; without an identity, the domain itself. */
function readIdentityDomain(identity: string | undefined, domain: string): string {
  if (identity === undefined) return domain;
  return normalizeDomain(identity.slice(identity.lastIndexOf("@") + 1));
}

/** Returns the algorithm and the canonical forms of a signature, or `null` if one is unsupported, such as SHA-1 (RFC 8301). */
function parseMethods(tags: Map<string, string>): Pick<DkimSignature, "algorithm" | "header" | "body"> | null {
  const algorithm = tags.get("a")?.toLowerCase();
  if (algorithm !== "rsa-sha256" && algorithm !== "ed25519-sha256") return null;
  // What the tag leaves out is `simple` (RFC 6376, 3.5).
  const [header = "simple", body = "simple"] = (tags.get("c") ?? "simple/simple").toLowerCase().split("/");
  if (!isCanonicalization(header) || !isCanonicalization(body)) return null;
  return { algorithm, header, body };
}

/** Counts the fields that a mail should have once (RFC 5322, 3.6) but has several times. Returns the counts by name. */
function countRepeated(fields: readonly RawField[]): Map<string, number> {
  const counts = new Map<string, number>();
  for (const { name } of fields) {
    if (SINGLE_FIELDS.has(name)) counts.set(name, (counts.get(name) ?? 0) + 1);
  }
  return new Map([...counts].filter(([, count]) => count > 1));
}

/**
 * Returns whether a signature signs each copy of the repeated fields: its list has a field's name once for each signed copy. If a
 * copy is not signed, somebody may have added a second Subject above the signed one.
 */
function signsAllCopies(signedNames: readonly string[], repeated: ReadonlyMap<string, number>): boolean {
  return [...repeated].every(([name, count]) => signedNames.filter((signed) => signed === name).length >= count);
}

const isCanonicalization = (text: string): text is Canonicalization => text === "simple" || text === "relaxed";
const removeSpace = (text: string) => text.replace(/\s+/g, "");
