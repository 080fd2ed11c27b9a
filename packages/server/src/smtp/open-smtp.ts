import type { Services } from "../context.ts";
import type { Log } from "../log.ts";
import { createCapabilities } from "./capabilities.ts";
import { watchCertificate } from "./certificate-watch.ts";
import { createSmtp, type Smtp } from "./smtp.ts";
import { type CertificateStore, ensureCertificate } from "./tls.ts";

interface OpenSmtpOptions {
  services: Services;
  log: Log;
  /** Where the self-signed certificate is kept; `null` keeps it only in memory. */
  certificateStore: CertificateStore | null;
}

/** Creates the SMTP listener from the server's options, for the mailboxes of these services. */
export async function openSmtp({ services, log, certificateStore }: OpenSmtpOptions): Promise<Smtp> {
  const { options } = services;
  const certificateOptions = {
    certFile: options.smtpTlsCert || undefined,
    keyFile: options.smtpTlsKey || undefined,
    domain: options.mailDomain,
  };
  // Read even if TLS is off, so that a wrong certificate fails at each start.
  const tls = await ensureCertificate(certificateStore, certificateOptions);
  const smtp = createSmtp({
    host: options.smtpHost,
    port: options.smtpPort,
    domain: options.mailDomain,
    maxSize: options.smtpMaxSize,
    tls: options.smtpTls === "off" ? null : tls,
    capabilitiesFor: createCapabilities({
      tls: options.smtpTls,
      auth: options.smtpAuth,
      hasOperatorCertificate: options.smtpTlsCert !== "",
    }),
    idleTimeoutMs: options.smtpIdle,
    maxClients: options.smtpConnections,
    senderLimits: {
      maxConnections: options.smtpConnectionsPerIp,
      maxUnknownRecipients: options.smtpUnknownRecipients,
      maxNonMailCommands: options.smtpNoops,
      maxBytesPerMinute: options.smtpBytesPerIp,
    },
    ...services.intake,
    log,
  });
  if (options.smtpTls === "off") return smtp;
  const watch = watchCertificate({
    ...certificateOptions,
    onRenewed(certificate) {
      smtp.replaceCertificate(certificate);
      log.info("SMTP certificate reloaded");
    },
    onError: (reason) => log.warn(`SMTP certificate not reloaded; the previous one stays in use: ${reason}`),
  });
  const close = () => {
    watch.close();
    return smtp.close();
  };
  return { ...smtp, close, [Symbol.asyncDispose]: close };
}
