import type { ParsedMail } from "@frontdesk/mail-reader";
import type { Services } from "../context.ts";
import { toBounded } from "../inbox/snippet.ts";
import { maskTokens } from "../text/masked-tokens.ts";
import type { Refused } from "./refused-mail.ts";
import type { Destination, Transfer } from "./smtp-options.ts";

/** What becomes of a mail, whichever way it came in. */
export interface Intake {
  /** The mailbox of a lower-case base name, or that which takes what nobody else does; `null` for none. */
  resolve(name: string): Promise<string | null>;
  /** Resolves once the mail is durable, with whether any of the mailboxes was still there. */
  deliver(destinations: Destination[], mail: ParsedMail, transfer?: Transfer): Promise<boolean>;
  /** Notes a recipient that nobody here is. */
  onRefused(recipient: string, reason: Refused["reason"], client?: string): void;
  /** Notes a mail that was refused after its recipients had been taken. */
  onRejected(reason: "too_large" | "deleted" | "full" | "storage", client: string): void;
}

export interface IntakeParts {
  services: Services;
  /** Told of each recipient that was refused. */
  onRefused?: ((refused: Pick<Refused, "recipient" | "reason">) => void) | undefined;
}

export function createIntake({ services, onRefused }: IntakeParts): Intake {
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
        const to = toBounded(destinations.map(({ recipient }) => recipient).join(", "), 500);
        log.info("A mail was stored", { to, ...transfer, ms: Math.round(since()) });
        return true;
      } catch (error) {
        metrics.mail("failed", since());
        throw error;
      }
    },
    onRejected(reason, client) {
      metrics.mailRefused(reason);
      log.info("A mail was refused", { reason, client });
    },
    onRefused(address, reason, client = "in process") {
      const recipient = maskTokens(address);
      metrics.mailRefused(reason);
      log.info(
        `Mail for ${recipient} was refused: ${reason === "unknown_mailbox" ? "there is no such mailbox" : `this server takes mail for @${options.mailDomain} only`}`,
        { reason, client },
      );
      services.refusedMail.add(recipient, reason);
      onRefused?.({ recipient, reason });
    },
  };
}
