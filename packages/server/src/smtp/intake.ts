import { maskTokens } from "@frontdesk/basics";
import type { ParsedMail } from "@frontdesk/mail-reader";
import type { Services } from "../context.ts";
import { truncate } from "../inbox/snippet.ts";
import type { RejectedRecipient } from "./rejected-mail.ts";
import type { Destination, Transfer } from "./smtp-options.ts";

/** What becomes of a mail, whichever way it came in. */
export interface Intake {
  /** The mailbox of a lower-case base name, or that which takes what nobody else does; `null` for none. */
  resolve(name: string): Promise<string | null>;
  /** Resolves once the mail is durable, with whether any of the mailboxes was still there. */
  deliver(destinations: Destination[], mail: ParsedMail, transfer?: Transfer): Promise<boolean>;
  /** Notes a recipient that nobody here is. */
  onRecipientRejected(recipient: string, reason: RejectedRecipient["reason"], client?: string): void;
  /** Notes a mail that was refused after its recipients had been taken. */
  onMailRejected(reason: "too_large" | "deleted" | "full" | "storage", client: string): void;
}

export interface IntakeParts {
  services: Services;
  /** Called with each recipient that was rejected. */
  onRejected?: ((rejected: Pick<RejectedRecipient, "recipient" | "reason">) => void) | undefined;
}

export function createIntake({ services, onRejected }: IntakeParts): Intake {
  const { log, mailboxes, metrics, options } = services;
  return {
    resolve: async (name) =>
      (await mailboxes.findByName(name)) ?? (options.catchAll === "" ? null : mailboxes.findByName(options.catchAll)),
    async deliver(destinations, mail, transfer) {
      const start = performance.now();
      const since = () => performance.now() - start;
      try {
        const stored = await services.mail.receive(destinations, mail);
        if (stored.length === 0) return false;
        metrics.mail("stored", since());
        const to = truncate(destinations.map(({ recipient }) => recipient).join(", "), 500);
        log.info("A mail was stored", { to, ...transfer, ms: Math.round(since()) });
        return true;
      } catch (error) {
        metrics.mail("failed", since());
        throw error;
      }
    },
    onMailRejected(reason, client) {
      metrics.mailRefused(reason);
      log.info("A mail was refused", { reason, client });
    },
    onRecipientRejected(address, reason, client = "in process") {
      const recipient = maskTokens(address);
      metrics.mailRefused(reason);
      log.info(
        `Mail for ${recipient} was refused: ${reason === "unknown_mailbox" ? "there is no such mailbox" : `this server takes mail for @${options.mailDomain} only`}`,
        { reason, client },
      );
      services.rejectedMail.add(recipient, reason);
      onRejected?.({ recipient, reason });
    },
  };
}
