import { Resolver } from "node:dns/promises";
import { setImmediate } from "node:timers/promises";
import { toNetwork } from "@frontdesk/tunnel/edge";
import { createFairLimiter } from "../fair-limiter.ts";
import type { ResolveDns } from "./bounded-resolver.ts";
import { cacheDns } from "./dns-cache.ts";
import type { MailEvidence } from "./evidence.ts";
import type { MailToJudge, Verdict } from "./verdict.ts";

/** Checks after a mail was stored whether its sender is authentic. */
export interface MailAuthentication {
  /** Resolves to the verdict. `none` on a time-out, on overload and once closed; never rejects. */
  check(mail: MailToJudge): Promise<Verdict>;
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

/** Loads the verifier, which is large, with the first mail that needs it. */
const loadJudge = async () => (await import("./verdict.ts")).judge;

/** Milliseconds from the commit of a mail to its verdict, at most; also while it is queued. */
export const MAX_CHECK_MS = 5_000;
const DNS_TIMEOUT_MS = 2_000;
const DNS_TRIES = 2;
/** Checks that run at once: of all senders, and of one network, so that one with slow DNS does not delay the others. */
const CONCURRENCY = { total: 64, perOwner: 16 };
/** Checks in memory. Beyond this, mails are not checked. */
const MAX_CHECKS = 2_000;
const MAX_CHECKS_PER_NETWORK = 500;
const MAX_SIGNED_BYTES = 32 * 1024 * 1024;

/** Creates the checks of one server. */
export function createMailAuthentication({ receiver, resolveDns, now }: MailAuthenticationOptions): MailAuthentication {
  const systemDns = new Resolver({ timeout: DNS_TIMEOUT_MS, tries: DNS_TRIES });
  const resolveUncached: ResolveDns = resolveDns ?? ((name, type) => systemDns.resolve(name, type));
  const resolve = cacheDns(resolveUncached, now);
  const limiter = createFairLimiter(CONCURRENCY);
  const countByNetwork = new Map<string, number>();
  /** Functions that end a check with `none`. */
  const endFunctions = new Set<() => void>();
  let signedBytes = 0;
  let isClosed = false;

  /** Returns whether memory and name servers can take another check. */
  function hasRoom(network: string, bytes: number): boolean {
    const hasRoomInTotal = endFunctions.size < MAX_CHECKS && signedBytes + bytes <= MAX_SIGNED_BYTES;
    return hasRoomInTotal && (countByNetwork.get(network) ?? 0) < MAX_CHECKS_PER_NETWORK;
  }

  /** Counts a check that begins or ends. */
  function count(network: string, bytes: number, change: 1 | -1): void {
    signedBytes += change * bytes;
    const ofNetwork = (countByNetwork.get(network) ?? 0) + change;
    if (ofNetwork > 0) countByNetwork.set(network, ofNetwork);
    else countByNetwork.delete(network);
  }

  /** Judges a mail as soon as its network's turn comes, unless its check has ended by then. */
  async function judgeInTurn(
    mail: MailToJudge,
    network: string,
    check: { ended: Promise<Verdict>; isOpen(): boolean },
  ) {
    // The client gets its 250 first.
    await setImmediate();
    const resolveWhileOpen: ResolveDns = async (name, type) => {
      if (!check.isOpen()) throw new Error("The check has ended");
      return resolve(name, type);
    };
    return limiter.run(network, async () => {
      const judge = await loadJudge();
      if (!check.isOpen()) return "none";
      const verdict = judge(mail, { resolveDns: resolveWhileOpen, receiver, now: now() });
      return Promise.race([verdict, check.ended]);
    });
  }

  return {
    async check(mail) {
      const network = toNetwork(mail.clientIp);
      const bytes = countSignedBytes(mail.evidence);
      if (isClosed || !hasRoom(network, bytes)) return "none";
      count(network, bytes, 1);
      let end = () => {};
      const ended = new Promise<Verdict>((resolve) => {
        end = () => resolve("none");
      });
      const timer = setTimeout(end, MAX_CHECK_MS);
      endFunctions.add(end);
      try {
        const check = { ended, isOpen: () => endFunctions.has(end) };
        return await Promise.race([judgeInTurn(mail, network, check), ended]);
      } catch {
        // A faulty signature or record must not fail anything else.
        return "none";
      } finally {
        clearTimeout(timer);
        endFunctions.delete(end);
        count(network, bytes, -1);
      }
    },

    close() {
      isClosed = true;
      for (const end of endFunctions) end();
      systemDns?.cancel();
    },
  };
}

function countSignedBytes({ signatures }: MailEvidence): number {
  return signatures.reduce((sum, { signedData }) => sum + signedData.length, 0);
}
