import type { Services } from "../context.ts";
import type { Log } from "../log.ts";
import { watchCertificate } from "./certificate-watch.ts";
import type { Intake } from "./intake.ts";
import { createOffers } from "./offers.ts";
import { createSmtp, type Smtp } from "./smtp.ts";
import { ensureCertificate } from "./tls.ts";

interface SmtpParts {
  services: Services;
  intake: Intake;
  log: Log;
  /** Where a self-signed certificate is kept; `null` keeps it in memory alone. */
  directory: string | null;
}

/** The listener as the settings have it, for the mailboxes of these services. */
export async function openSmtp({ services, intake, log, directory }: SmtpParts): Promise<Smtp> {
  const { options } = services;
  const given = {
    certFile: options.smtpTlsCert || undefined,
    keyFile: options.smtpTlsKey || undefined,
    domain: options.mailDomain,
  };
  const tls = await ensureCertificate(directory, given);
  const smtp = createSmtp({
    host: options.smtpHost,
    port: options.smtpPort,
    domain: options.mailDomain,
    size: options.smtpMaxSize,
    tls: options.smtpTls === "off" ? null : tls,
    offer: createOffers({ tls: options.smtpTls, auth: options.smtpAuth, certified: options.smtpTlsCert !== "" }),
    idleTimeout: options.smtpIdle,
    maxClients: options.smtpConnections,
    fairness: {
      connections: options.smtpConnectionsPerIp,
      refusals: options.smtpUnknownRecipients,
      noops: options.smtpNoops,
      bytes: options.smtpBytesPerIp,
    },
    ...intake,
    log,
  });
  if (options.smtpTls === "off") return smtp;
  const watch = watchCertificate({
    ...given,
    onRenewed(certificate) {
      smtp.renew(certificate);
      log.info("The certificate that SMTP shows was renewed");
    },
    onFault: (reason) => log.warn(`The certificate that SMTP shows could not be renewed: ${reason}`),
  });
  const close = () => {
    watch.close();
    return smtp.close();
  };
  return { ...smtp, close, [Symbol.asyncDispose]: close };
}
