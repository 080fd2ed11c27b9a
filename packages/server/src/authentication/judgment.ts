import type { MailEvidence } from "./evidence.ts";

/** Whether a mail comes from the domain that it names as its sender; `none` if that was not checked. */
export type Verdict = "pass" | "fail" | "none";

/** A mail to judge. */
export interface MailToJudge {
  evidence: MailEvidence;
  clientIp: string;
  /** The address in MAIL FROM; empty for bounces. */
  envelopeSender: string;
  /** The sender as readers are shown it. */
  shownSender: string;
}

/** A verdict, and how long it holds. */
export interface Judgment {
  verdict: Verdict;
  /**
   * Time until which the verdict holds for each unsigned mail with the same domains from the same client, ms since 1970; 0 if
   * it holds for this mail only.
   */
  until: number;
}

/** The judgment on a mail that was not checked. */
export const UNCHECKED: Judgment = { verdict: "none", until: 0 };
