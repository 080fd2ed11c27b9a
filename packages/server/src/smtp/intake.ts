import type { ParsedMail } from "@frontdesk/mail-reader";
import type { Services } from "../context.ts";
import type { Log } from "../log.ts";
import { maskTokens } from "../masked-tokens.ts";
import type { Metrics } from "../metrics.ts";
import type { Refused } from "./refused-mail.ts";
import type { Destination } from "./smtp-options.ts";

/** What becomes of a mail, whichever way it came in. */
export interface Intake {
  /** The mailbox of a lower-case base name, or that which takes what nobody else does; `null` for none. */
  resolve(name: string): Promise<string | null>;
  /** Resolves once the mail is durable, with whether any of the mailboxes was still there. */
  deliver(destinations: Destination[], mail: ParsedMail): Promise<boolean>;
  /** Notes a recipient that nobody here is. */
  onRefused(recipient: string, reason: Refused["reason"]): void;
}

export interface IntakeParts {
  services: Services;
  metrics: Metrics;
  log: Log;
  /** Told of each recipient that was refused. */
  onRefused?: ((refused: Pick<Refused, "recipient" | "reason">) => void) | undefined;
}

export function createIntake({ services, metrics, log, onRefused }: IntakeParts): Intake {
  const { options, mailboxes } = services;
  return {
    resolve: async (name) =>
      (await mailboxes.findByName(name)) ?? (options.catchAll === "" ? null : mailboxes.findByName(options.catchAll)),
    async deliver(destinations, mail) {
      try {
        const stored = await services.mail.receive(destinations, mail);
        if (stored.length > 0) metrics.mail("stored");
        return stored.length > 0;
      } catch (error) {
        metrics.mail("failed");
        throw error;
      }
    },
    onRefused(address, reason) {
      const recipient = maskTokens(address);
      log.info(
        `Mail for ${recipient} was refused: ${reason === "unknown_mailbox" ? "there is no such mailbox" : `this server takes mail for @${options.mailDomain} only`}`,
      );
      services.refusedMail.add(recipient, reason);
      onRefused?.({ recipient, reason });
    },
  };
}
