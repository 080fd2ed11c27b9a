import type { Services } from "../context.ts";
import type { Log } from "../log.ts";
import type { Metrics } from "../metrics.ts";
import { createOffers } from "./offers.ts";
import { createSmtp, type Smtp } from "./smtp.ts";
import { ensureCertificate } from "./tls.ts";

interface SmtpParts {
  services: Services;
  metrics: Metrics;
  log: Log;
  /** Where a self-signed certificate is kept; `null` keeps it in memory alone. */
  directory: string | null;
}

/** The listener as the settings have it, for the mailboxes of these services. */
export async function openSmtp({ services, metrics, log, directory }: SmtpParts): Promise<Smtp> {
  const { options } = services;
  const tls = await ensureCertificate(directory, {
    certFile: options.smtpTlsCert || undefined,
    keyFile: options.smtpTlsKey || undefined,
    domain: options.mailDomain,
  });
  return createSmtp({
    host: options.smtpHost,
    port: options.smtpPort,
    domain: options.mailDomain,
    size: options.smtpMaxSize,
    tls: options.smtpTls === "off" ? null : tls,
    offer: createOffers({ tls: options.smtpTls, auth: options.smtpAuth, certified: options.smtpTlsCert !== "" }),
    idleTimeout: options.smtpIdle,
    fairness: {
      connections: options.smtpConnectionsPerAddress,
      refusals: options.smtpRefusals,
      noops: options.smtpNoops,
      bytes: options.smtpBytesPerAddress,
    },
    resolve: async (name) =>
      (await services.mailboxes.findByName(name)) ??
      (options.catchAll === "" ? null : services.mailboxes.findByName(options.catchAll)),
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
    onRefused(recipient, reason) {
      log.info(
        `Mail for ${recipient} was refused: ${reason === "unknown_mailbox" ? "there is no such mailbox" : `this server takes mail for @${options.mailDomain} only`}`,
      );
      services.refusedMail.add(recipient, reason);
    },
    log,
  });
}
