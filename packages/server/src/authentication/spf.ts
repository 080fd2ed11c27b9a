/// <reference path="./mailauth.d.ts" />
import { spf } from "mailauth/lib/spf/index.js";
import type { ResolveDns } from "./bounded-resolver.ts";
import { type DeriveOnce, deriveAlways } from "./derived-results.ts";
import { normalizeDomain } from "./normalized-domain.ts";
import { MAX_DOMAIN_CHARACTERS, type MailEnvelope, toSpfIdentity } from "./spf-identity.ts";

export interface SpfResult {
  /** The domain that was checked, normalized: that of MAIL FROM, for bounces that of EHLO. */
  domain: string;
  /** `absent`: the domain says nothing about its senders. `unknown`: DNS did not respond. */
  result: "pass" | "fail" | "absent" | "unknown";
  /** Time until which the result holds for this domain and client, ms since 1970; 0 if it holds for one mail only. */
  until: number;
}

interface SpfParts {
  resolveDns: ResolveDns;
  /** @default evaluates each mail again */
  deriveOnce?: DeriveOnce;
  /** Name of this server, for macros. */
  receiver: string;
}

/**
 * Checks whether the domain of the envelope's sender permits the client to send its mail (RFC 7208). Until `until`, the result
 * holds for all mails of that domain from this client; with 0, for this mail only. A sender without a valid domain has no SPF
 * (section 4.3): the result is `absent`. If DNS does not respond, it is `unknown`, for this mail only.
 */
export async function checkSpf(
  { clientIp, helo, sender }: MailEnvelope,
  { resolveDns, deriveOnce = deriveAlways, receiver }: SpfParts,
): Promise<SpfResult> {
  const { domain, localPart, isValid } = toSpfIdentity({ helo, sender });
  if (!isValid) return { domain, result: "absent", until: 0 };
  const ip = toPlainIp(clientIp);
  /** Evaluates the domain's SPF record for the client. @throws Error if DNS does not respond: a returned result is remembered */
  async function evaluate(resolver: ResolveDns) {
    const boundedHelo = normalizeDomain(helo).slice(0, MAX_DOMAIN_CHARACTERS);
    const { status } = await spf({
      sender: `${localPart}@${domain}`,
      ip,
      helo: boundedHelo,
      mta: receiver,
      resolver,
    });
    if (status.result === "temperror") throw new Error("SPF could not be evaluated");
    return RESULT_BY_STATUS[status.result];
  }
  // The key of the remembered result has neither the local part nor EHLO. They matter to macros only, and a result with macros is
  // not remembered.
  const { value: result, until } = await deriveOnce(`spf ${ip} ${domain}`, resolveDns, evaluate).catch(
    () => UNKNOWN_RESULT,
  );
  return { domain, result, until };
}

/** Returns the IP address without its zone (`%eth0`), and `::ffff:192.0.2.1`, the IPv4 client of an IPv6 socket, as IPv4. */
function toPlainIp(clientIp: string): string {
  const [ip = ""] = clientIp.replace(/^::ffff:(?=\d+\.)/i, "").split("%");
  return ip;
}

const UNKNOWN_RESULT = { value: "unknown", until: 0 } as const;

/** `neutral` must be treated like `none` (RFC 7208, 8.2). */
const RESULT_BY_STATUS = {
  pass: "pass",
  fail: "fail",
  softfail: "fail",
  permerror: "fail",
  neutral: "absent",
  none: "absent",
} as const;
