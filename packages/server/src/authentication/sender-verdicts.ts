import { maxEntries } from "@frontdesk/basics";
import { LRUCache } from "lru-cache";
import { isCurrent } from "./dns-cache.ts";
import { readFromDomain, shownDomain } from "./from-domain.ts";
import { isSigned, splitHeader } from "./header-fields.ts";
import type { MailToJudge, Verdict } from "./judgment.ts";
import type { MailAuthentication } from "./mail-authentication.ts";
import { toSpfIdentity } from "./spf-identity.ts";

/** Verdicts on senders: those of earlier mails, and of checks. */
export interface SenderVerdicts {
  /** Returns the verdict on an unsigned mail if an earlier one of the same sender had it; `undefined` if it must be checked. */
  recall(mail: MailToJudge): Verdict | undefined;
  /** Resolves to the verdict. `none` on a time-out, on overload and once closed; never rejects. */
  check(mail: MailToJudge): Promise<Verdict>;
  /** Ends all checks with `none`. */
  close(): void;
}

const MAX_SENDERS = 2_000;
/** Longer keys are not remembered; senders decide what they say. */
const MAX_KEY_CHARACTERS = 600;
/** Longer headers are read by the worker thread alone. */
const MAX_HEADER_CHARACTERS = 8 * 1024;

/**
 * Remembers verdicts on unsigned mails, for as long as the DNS responses that they come from: most senders send more than one. To
 * store a mail together with a known verdict takes a tenth less work than to check the mail and store the verdict later. Signed
 * mails are not remembered: each is checked.
 */
export function rememberVerdicts(authentication: MailAuthentication, now: () => number): SenderVerdicts {
  const verdicts = new LRUCache<string, { verdict: Verdict; until: number }>(maxEntries(MAX_SENDERS));
  return {
    /** Returns the verdict that an unsigned mail from the same client and domains had; `undefined` if none, as for a signed mail. */
    recall(mail) {
      const key = toSenderKey(mail);
      const remembered = key === null ? undefined : verdicts.get(key);
      return remembered && isCurrent(remembered.until, now()) ? remembered.verdict : undefined;
    },

    /** Has a mail checked, and remembers the verdict if it holds for other mails of the sender too. */
    async check(mail) {
      const { verdict, until } = await authentication.check(mail);
      // 0 if the verdict holds for this mail only; else the time when the first of the DNS responses becomes outdated.
      const holdsForOthers = isCurrent(until, now());
      const key = holdsForOthers ? toSenderKey(mail) : null;
      if (key !== null) verdicts.set(key, { verdict, until });
      return verdict;
    },

    close: () => authentication.close(),
  };
}

/**
 * Returns the key under which the verdict on an unsigned mail is remembered for others like it. It consists of all that the verdict
 * depends on, except DNS: the client's IP, and the domains that SPF and DMARC check. `null` if the verdict cannot be reused or saves
 * nothing: the mail is signed; it fails without any DNS look-up, because From has no single domain or another one than readers are
 * shown; it has no valid domain for SPF; its header would take long to read here; or the key would be too long.
 */
function toSenderKey({ evidence, clientIp, envelopeSender, shownSender }: MailToJudge): string | null {
  const { bodyHashes, header, helo } = evidence;
  // The body is hashed only for a signature.
  const mayBeSigned = bodyHashes.simple !== undefined || bodyHashes.relaxed !== undefined;
  if (mayBeSigned || header.length > MAX_HEADER_CHARACTERS) return null;
  const fields = splitHeader(header);
  const fromDomain = readFromDomain(fields);
  const failsWithoutDns = fromDomain === null || fromDomain !== shownDomain(shownSender);
  if (isSigned(fields) || failsWithoutDns) return null;
  const { domain, isValid } = toSpfIdentity({ helo, sender: envelopeSender });
  const key = `${clientIp} ${domain} ${fromDomain}`;
  return isValid && key.length <= MAX_KEY_CHARACTERS ? key : null;
}
