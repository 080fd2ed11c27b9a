import { maskTokens } from "@frontdesk/basics";
import type { ParsedMail } from "@frontdesk/mail-reader";
import type { Services } from "../context.ts";
import { truncate } from "../inbox/snippet.ts";
import type { RejectedRecipient } from "../store/rejected-mail.ts";
import type { MailDestination, MailOrigin } from "./smtp-options.ts";

/** Handles incoming mail, both from SMTP and from `deliver()`. */
export interface Intake {
  /** Resolves to the id of the mailbox with this lower-case base name, else of the catch-all mailbox, else to `null`. */
  resolve(name: string): Promise<string | null>;
  /** Resolves when the mail is durable: to `false` if all mailboxes were deleted meanwhile. */
  deliver(destinations: MailDestination[], mail: ParsedMail, origin?: MailOrigin): Promise<boolean>;
  /** Logs, counts and publishes a rejected recipient. */
  onRecipientRejected(recipient: string, reason: RejectedRecipient["reason"], client?: string): void;
  /** Logs and counts a mail that was rejected after its recipients were accepted. */
  onMailRejected(reason: "too_large" | "deleted" | "full" | "storage", client: string): void;
}

export interface IntakeOptions {
  services: Services;
  /** Called with each recipient that was rejected. */
  onRejected?: ((rejected: Pick<RejectedRecipient, "recipient" | "reason">) => void) | undefined;
}

/** Creates the intake, which stores, logs and counts the mails of these services. */
export function createIntake({ services, onRejected }: IntakeOptions): Intake {
  const { log, mailboxes, metrics, options } = services;
  return {
    resolve: async (name) =>
      (await mailboxes.findByName(name)) ?? (options.catchAll === "" ? null : mailboxes.findByName(options.catchAll)),
    /** Stores a mail, and records how long that took. Returns `false` if all mailboxes were deleted meanwhile. */
    async deliver(destinations, mail, origin) {
      const start = performance.now();
      const elapsedMs = () => performance.now() - start;
      try {
        const stored = await services.mail.receive(destinations, mail);
        if (stored.length === 0) return false;
        metrics.recordMail("stored", elapsedMs());
        const to = truncate(destinations.map(({ recipient }) => recipient).join(", "), 500);
        log.info("Mail stored", { to, ...origin, ms: Math.round(elapsedMs()) });
        return true;
      } catch (error) {
        metrics.recordMail("failed", elapsedMs());
        throw error;
      }
    },
    onMailRejected(reason, client) {
      metrics.recordRejectedMail(reason);
      log.info("Mail rejected", { reason, client });
    },
    /** Logs, counts and publishes a rejected recipient. */
    onRecipientRejected(address, reason, client = "in process") {
      // A sender may have used a credential as the address by mistake.
      const recipient = maskTokens(address);
      metrics.recordRejectedMail(reason);
      const explanation =
        reason === "unknown_mailbox" ? "no such mailbox" : `this server accepts mail for @${options.mailDomain} only`;
      log.info(`Mail for ${recipient} rejected: ${explanation}`, { reason, client });
      services.rejectedMail.add(recipient, reason);
      onRejected?.({ recipient, reason });
    },
  };
}
