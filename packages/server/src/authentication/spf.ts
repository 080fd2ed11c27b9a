/// <reference path="./mailauth.d.ts" />
import { spf } from "mailauth/lib/spf/index.js";
import { normalizeDomain } from "./alignment.ts";
import type { ResolveDns } from "./bounded-resolver.ts";
import { type DeriveOnce, deriveAlways } from "./derived-results.ts";
import { domainOf } from "./from-domain.ts";

/** What the SMTP client said about a mail, and where it connected from. */
export interface MailEnvelope {
  clientIp: string;
  /** The name in EHLO. */
  helo: string;
  /** The address in MAIL FROM; empty for bounces. */
  sender: string;
}

export interface SpfResult {
  /** The domain that was checked, normalized: that of MAIL FROM, for bounces that of EHLO. */
  domain: string;
  /** `absent`: the domain says nothing about its senders. `unknown`: DNS did not respond. */
  result: "pass" | "fail" | "absent" | "unknown";
}

interface SpfParts {
  resolveDns: ResolveDns;
  /** @default evaluates each mail again */
  deriveOnce?: DeriveOnce;
  /** Name of this server, for macros. */
  receiver: string;
}

/** Limits of RFC 5321, 4.5.3.1. */
const MAX_LOCAL_PART_CHARACTERS = 64;
const MAX_DOMAIN_CHARACTERS = 255;

/** Checks whether the domain of the envelope's sender permits the client to send its mail (RFC 7208). */
export async function checkSpf(
  { clientIp, helo, sender }: MailEnvelope,
  { resolveDns, deriveOnce = deriveAlways, receiver }: SpfParts,
): Promise<SpfResult> {
  const heloDomain = normalizeDomain(helo);
  const domain = sender === "" ? heloDomain : domainOf(sender);
  // A bounce has an empty sender. Its domain is that of EHLO, and its local part "postmaster" (RFC 7208, 2.4).
  const localPart = sender.slice(0, Math.max(0, sender.lastIndexOf("@"))) || "postmaster";
  const isTooLong = localPart.length > MAX_LOCAL_PART_CHARACTERS || domain.length > MAX_DOMAIN_CHARACTERS;
  if (domain === "" || isTooLong) return { domain, result: "absent" };
  // `::ffff:192.0.2.1` is the IPv4 client of an IPv6 socket. `%eth0` after an address is its zone.
  const [ip = ""] = clientIp.replace(/^::ffff:(?=\d+\.)/i, "").split("%");
  /** Evaluates the domain's SPF record. @throws Error if DNS does not respond */
  async function evaluate(resolver: ResolveDns) {
    const { status } = await spf({
      sender: `${localPart}@${domain}`,
      ip,
      helo: heloDomain.slice(0, MAX_DOMAIN_CHARACTERS),
      mta: receiver,
      resolver,
    });
    // Thrown, so that `deriveOnce` does not remember it.
    if (status.result === "temperror") throw new Error("SPF could not be evaluated");
    return RESULTS[status.result];
  }
  // The local part and EHLO matter to macros only, and a result with macros is not remembered.
  const result = await deriveOnce(`spf ${ip} ${domain}`, resolveDns, evaluate).catch(() => "unknown" as const);
  return { domain, result };
}

/** `neutral` must be treated like `none` (RFC 7208, 8.2). */
const RESULTS = {
  pass: "pass",
  fail: "fail",
  softfail: "fail",
  permerror: "fail",
  neutral: "absent",
  none: "absent",
} as const;
