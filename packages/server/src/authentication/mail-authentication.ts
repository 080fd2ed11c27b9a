import { Resolver } from "node:dns/promises";
import { toNetwork } from "@frontdesk/tunnel/edge";
import { createFairLimiter } from "../fair-limiter.ts";
import type { ResolveDns } from "./bounded-resolver.ts";
import { createDerivedResults } from "./derived-results.ts";
import { cacheDns } from "./dns-cache.ts";
import { type Judgment, type MailToJudge, UNCHECKED } from "./judgment.ts";
import { judge } from "./verdict.ts";

/** Checks after a mail was stored whether its sender is authentic. */
export interface MailAuthentication {
  /** Resolves to the verdict, and how long it holds. `none` on a time-out, on overload and once closed; never rejects. */
  check(mail: MailToJudge): Promise<Judgment>;
  /** Ends all checks with `none`. */
  close(): void;
}

interface MailAuthenticationOptions {
  /** Name of this server, for the macros of SPF. */
  receiver: string;
  /** @default the system's name servers */
  resolveDns?: ResolveDns;
  /** Milliseconds since 1970. */
  now: () => number;
}

/** Milliseconds from the commit of a mail to its verdict, at most; also while it is queued. */
const MAX_CHECK_MS = 5_000;
const DNS_TIMEOUT_MS = 2_000;
const DNS_TRIES = 2;
/** Checks that run at once: of all senders, and of one network, so that one with slow DNS does not delay the others. */
const CHECK_CONCURRENCY = { total: 64, perOwner: 16 };
/** Checks in memory. Beyond this, mails are not checked. */
const MAX_CHECKS = 2_000;
const MAX_CHECKS_PER_NETWORK = 500;
const MAX_HEADER_BYTES = 32 * 1024 * 1024;

/** Creates the checks whether mails come from the domain in From, by SPF, DKIM and DMARC. They run on the calling thread. */
export function createMailAuthentication({ receiver, resolveDns, now }: MailAuthenticationOptions): MailAuthentication {
  const systemDns = new Resolver({ timeout: DNS_TIMEOUT_MS, tries: DNS_TRIES });
  const resolveUncached: ResolveDns = resolveDns ?? ((name, type) => systemDns.resolve(name, type));
  const dns = cacheDns(resolveUncached, now);
  const deriveOnce = createDerivedResults(dns, now);
  const limiter = createFairLimiter(CHECK_CONCURRENCY);
  const countByNetwork = new Map<string, number>();
  const runningChecks = new Set<RunningCheck>();
  let totalHeaderBytes = 0;
  let isClosed = false;

  /** Returns whether memory allows another check of a mail, and whether the client's network has not used up its share of checks. */
  function hasRoom(network: string, headerBytes: number): boolean {
    const hasRoomInTotal = runningChecks.size < MAX_CHECKS && totalHeaderBytes + headerBytes <= MAX_HEADER_BYTES;
    return hasRoomInTotal && (countByNetwork.get(network) ?? 0) < MAX_CHECKS_PER_NETWORK;
  }

  /** Counts a check that begins (1) or ends (-1), and the bytes of its header. */
  function addToCounts(network: string, headerBytes: number, change: 1 | -1): void {
    totalHeaderBytes += change * headerBytes;
    const networkCount = (countByNetwork.get(network) ?? 0) + change;
    if (networkCount > 0) countByNetwork.set(network, networkCount);
    else countByNetwork.delete(network);
  }

  /**
   * Judges a mail when the limiter allows its client's network another check, unless the check has ended by then. `deriveOnce`
   * remembers what was derived from DNS records, for later mails.
   */
  function judgeInTurn(mail: MailToJudge, network: string, check: RunningCheck): Promise<void> {
    /** Resolves a name, but not for a check that has ended: `judge` cannot be stopped in another way. */
    const resolveWhileOpen: ResolveDns = async (name, type) => {
      if (!check.isOpen) throw new Error("The check has ended");
      return dns.resolve(name, type);
    };
    return limiter.run(network, async () => {
      if (!check.isOpen) return;
      const judgment = judge(mail, { resolveDns: resolveWhileOpen, deriveOnce, receiver, now: now() });
      judgment.then(check.end, () => check.end(UNCHECKED));
      // Frees the limiter's slot at a timeout too, although `judge` may still run.
      await check.ended;
    });
  }

  return {
    /**
     * Judges a mail. Resolves with `UNCHECKED`, whose verdict is "none", on an error or timeout, if too many mails wait, and after `close`.
     * Counts by network, because a client with IPv6 has a whole one.
     */
    async check(mail) {
      const network = toNetwork(mail.clientIp);
      const headerBytes = mail.evidence.header.length; // a latin1 string: one character per byte
      if (isClosed || !hasRoom(network, headerBytes)) return UNCHECKED;
      addToCounts(network, headerBytes, 1);
      const check = startCheck();
      runningChecks.add(check);
      const timer = setTimeout(check.end, MAX_CHECK_MS, UNCHECKED);
      judgeInTurn(mail, network, check).catch(() => check.end(UNCHECKED));
      const judgment = await check.ended;
      clearTimeout(timer);
      runningChecks.delete(check);
      addToCounts(network, headerBytes, -1);
      return judgment;
    },

    /** Ends all checks with "none" and stops the DNS lookups. */
    close() {
      isClosed = true;
      for (const check of runningChecks) check.end(UNCHECKED);
      systemDns.cancel();
    },
  };
}

/** A check until its judgment. */
interface RunningCheck {
  isOpen: boolean;
  /** Resolves to the judgment. */
  ended: Promise<Judgment>;
  /** Ends the check. Later calls do nothing. */
  end(judgment: Judgment): void;
}

/**
 * Creates a check that ends with the first judgment it gets: that of `judge`, or `UNCHECKED` at a timeout or `close`. `isOpen` is false
 * from then on, so that `judge`, if it still runs, starts no further DNS lookups.
 */
function startCheck(): RunningCheck {
  // The constructor of the promise replaces it at once.
  let settle: (judgment: Judgment) => void = () => {};
  const ended = new Promise<Judgment>((resolve) => {
    settle = resolve;
  });
  const check: RunningCheck = {
    isOpen: true,
    ended,
    end(judgment) {
      check.isOpen = false;
      settle(judgment);
    },
  };
  return check;
}
