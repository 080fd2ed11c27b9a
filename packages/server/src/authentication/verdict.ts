/// <reference path="./mailauth.d.ts" />
import getDmarcRecord from "mailauth/lib/dmarc/get-dmarc-record.js";
import { type AlignmentMode, isAligned } from "./alignment.ts";
import { limitLookups, type ResolveDns } from "./bounded-resolver.ts";
import { type Claims, readClaims } from "./claims.ts";
import { type DeriveOnce, deriveAlways } from "./derived-results.ts";
import { shownDomain } from "./from-domain.ts";
import { type Judgment, type MailToJudge, UNCHECKED } from "./judgment.ts";
import { checkSpf } from "./spf.ts";
import { verifySignature } from "./verify-signature.ts";

interface JudgeParts {
  resolveDns: ResolveDns;
  /** @default derives each result again */
  deriveOnce?: DeriveOnce;
  /** Name of this server, for the macros of SPF. */
  receiver: string;
  /** Milliseconds since 1970. */
  now: number;
}

/** How closely the From domain wants to be matched; `null` if it publishes no DMARC record. */
type Policy = { spf: AlignmentMode; dkim: AlignmentMode } | null;

/**
 * Judges by SPF and DKIM whether the domain in From sent the mail (RFC 7489): `none` if that cannot be decided. Until the time
 * `until`, the verdict holds for each unsigned mail with the same domains from the same client; with 0, for this mail alone, such as by
 * its signature. A domain without a DMARC policy (`null`) gets the relaxed default; if DNS did not respond (`unknown`), only what passes
 * the strictest policy counts. `deriveOnce` remembers what was derived from DNS records.
 */
export async function judge(
  { evidence, clientIp, envelopeSender, shownSender }: MailToJudge,
  parts: JudgeParts,
): Promise<Judgment> {
  const claims = readClaims(evidence);
  const { fromDomain, isSigned } = claims;
  // Readers tolerate more than the standards, so what is authenticated must be what they are shown.
  if (fromDomain === null || fromDomain !== shownDomain(shownSender)) return { verdict: "fail", until: 0 };
  const { deriveOnce = deriveAlways, receiver, now } = parts;
  const resolveDns = limitLookups(parts.resolveDns);
  const dkim = await checkSignatures(claims, { resolveDns, deriveOnce, now });
  const passesEveryPolicy = dkim.domains.includes(fromDomain);
  if (passesEveryPolicy) return { verdict: "pass", until: 0 };
  const [{ value: policy, until: policyUntil }, spf] = await Promise.all([
    deriveOnce(`dmarc ${fromDomain}`, resolveDns, (resolve) => fetchPolicy(fromDomain, resolve)).catch(
      () => UNKNOWN_POLICY,
    ),
    checkSpf({ clientIp, helo: evidence.helo, sender: envelopeSender }, { resolveDns, deriveOnce, receiver }),
  ]);
  const modes = policy === "unknown" ? STRICT_MODES : (policy ?? RELAXED_MODES);
  const isSignedByDomain = dkim.domains.some((domain) => isAligned(domain, fromDomain, modes.dkim));
  const isSentByDomain = spf.result === "pass" && isAligned(spf.domain, fromDomain, modes.spf);
  const until = Math.min(policyUntil, spf.until);
  if (isSignedByDomain) return { verdict: "pass", until: 0 };
  if (isSentByDomain) return { verdict: "pass", until };
  const mayBeSentByDomain = spf.result === "unknown" && isAligned(spf.domain, fromDomain, modes.spf);
  const couldPassWithFullDns = dkim.isIncomplete || mayBeSentByDomain || policy === "unknown";
  if (couldPassWithFullDns) return UNCHECKED;
  const hasSpfResult = spf.result === "pass" || spf.result === "fail";
  const usesAuthentication = isSigned || policy !== null || hasSpfResult;
  return { verdict: usesAuthentication ? "fail" : "none", until };
}

const UNKNOWN_POLICY = { value: "unknown", until: 0 } as const;

/** For a domain whose policy DNS did not tell, as it may want an exact match. */
const STRICT_MODES: Exclude<Policy, null> = { spf: "strict", dkim: "strict" };
/** The default of DMARC, for a domain without a policy. */
const RELAXED_MODES: Exclude<Policy, null> = { spf: "relaxed", dkim: "relaxed" };

/** Verifies a mail's DKIM signatures. Returns the domains of the valid ones, and whether DNS did not respond for one. */
async function checkSignatures(
  { signatures }: Claims,
  parts: { resolveDns: ResolveDns; deriveOnce: DeriveOnce; now: number },
) {
  const results = await Promise.all(
    signatures.map(async ({ signature, signedData }) => ({
      domain: signature.domain,
      result: await verifySignature(signature, signedData, parts),
    })),
  );
  return {
    domains: results.filter(({ result }) => result === "pass").map(({ domain }) => domain),
    isIncomplete: results.some(({ result }) => result === "unknown"),
  };
}

/**
 * Looks up in a domain's DMARC record how closely the domain that signed a mail (`adkim`) or sent it (`aspf`) must match this one: `s`
 * is strict, all else relaxed (RFC 7489, 6.3). Returns `null` if there is no record.
 *
 * @throws Error if DNS does not respond
 */
async function fetchPolicy(fromDomain: string, resolveDns: ResolveDns): Promise<Policy> {
  const record = await getDmarcRecord(fromDomain, resolveDns);
  if (record === false) return null;
  const toMode = (value: string | undefined) => (value?.trim().toLowerCase() === "s" ? "strict" : "relaxed");
  return { spf: toMode(record.aspf), dkim: toMode(record.adkim) };
}
