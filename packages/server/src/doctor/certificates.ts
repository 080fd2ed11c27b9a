import { X509Certificate } from "node:crypto";
import { once } from "node:events";
import { isIP } from "node:net";
import { connect } from "node:tls";
import type { ServerOptions } from "../options/options.ts";
import { ensureCertificate } from "../smtp/tls.ts";
import { type CheckResult, checkResults, isLocalName, withTimeout } from "./check-result.ts";
import type { Dns } from "./names.ts";
import { readSmtpGreeting } from "./ports.ts";

/** Milliseconds that one connection may take. */
const connectTimeoutMs = 5_000;
const dayMs = 86_400_000;

/** Whether the API answers where clients are sent, and by which certificate. */
export async function checkPublicUrl(publicUrl: string, tunnelDomain: string): Promise<CheckResult[]> {
  const { ok, skip, warn, fail } = checkResults("url");
  const { protocol, hostname, port } = new URL(publicUrl);
  if (isLocalName(hostname)) return [skip(`${publicUrl} is for programs on this machine.`)];
  const certificate = protocol === "https:" ? [await checkHttps(hostname, Number(port || 443), tunnelDomain)] : [];
  const answer = await withTimeout(
    connectTimeoutMs,
    fetch(`${publicUrl}/healthz`, { signal: AbortSignal.timeout(connectTimeoutMs) }),
  );
  if (answer?.ok) return [ok(`${publicUrl} answers.`), ...certificate];
  const todo =
    "See that the server and the proxy in front run, and that the firewall and the router let the port through.";
  const refused = answer === null ? "does not answer from here" : `answers ${answer.status}`;
  const plain =
    protocol === "http:"
      ? [warn("Keys travel in the open: --public-url is http.", "Put a proxy with TLS in front: deploy/Caddyfile.")]
      : [];
  return [fail(`${publicUrl} ${refused}.`, todo), ...certificate, ...plain];
}

async function checkHttps(host: string, port: number, tunnelDomain: string): Promise<CheckResult> {
  const { ok, warn, fail } = checkResults("tls");
  const socket = connect({ host, port, servername: isIP(host) ? "" : host, rejectUnauthorized: false });
  const isThere = await withTimeout(connectTimeoutMs, once(socket, "secureConnect"));
  const peer = isThere && socket.getPeerX509Certificate();
  const { authorized, authorizationError } = socket;
  socket.on("error", () => {}).destroy();
  if (!peer)
    return fail(
      `Nobody speaks TLS on ${host}:${port}.`,
      "See that the proxy runs and has a certificate: its log says why not.",
    );
  if (!authorized)
    return fail(
      `The certificate of ${host} is not trusted (${authorizationError}).`,
      "See that the proxy gets one for this name from a public authority, and sends the whole chain.",
    );
  const soon = daysUntilExpiry(peer);
  if (soon < 7)
    return warn(`The certificate of ${host} ends in ${soon} days.`, "The proxy should have renewed it: see its log.");
  const wildcard = peer.checkHost(`any.${tunnelDomain}`) !== undefined;
  const tunnels = wildcard ? "and covers every tunnel" : "and tunnels need one each, on demand (deploy/Caddyfile)";
  return ok(`The certificate of ${host} is trusted for ${soon} days, ${tunnels}.`);
}

/** What mail servers see: whether one answers where they are sent, and the certificate that SMTP shows. */
export async function checkIncomingMail(dns: Dns, options: ServerOptions): Promise<CheckResult[]> {
  return [await checkSmtpCertificate(options), ...(await checkMailServers(dns, options.mailDomain))];
}

async function checkSmtpCertificate(options: ServerOptions): Promise<CheckResult> {
  const { ok, warn, fail } = checkResults("smtp-tls");
  const { smtpTls, smtpTlsCert, smtpTlsKey, mailDomain } = options;
  if (smtpTls === "off") return ok("STARTTLS is switched off (--smtp-tls off).");
  if (smtpTlsCert === "" && smtpTlsKey === "")
    return isLocalName(mailDomain)
      ? ok("Public addresses are shown a self-signed certificate, others none.")
      : warn(
          "Mail servers are shown a self-signed certificate. Most take it; those that check do not deliver.",
          "Give the proxy's certificate for the MX name: --smtp-tls-cert and --smtp-tls-key.",
        );
  try {
    const files = { certFile: smtpTlsCert || undefined, keyFile: smtpTlsKey || undefined, domain: mailDomain };
    const { cert } = await ensureCertificate(null, files);
    const days = daysUntilExpiry(new X509Certificate(cert));
    if (days < 0)
      return fail(
        `The certificate in ${smtpTlsCert} has expired.`,
        "Renew it; a running server takes the new one up by itself.",
      );
    return days < 7
      ? warn(
          `The certificate in ${smtpTlsCert} ends in ${days} days.`,
          "Renew it; a running server takes the new one up by itself.",
        )
      : ok(`The certificate in ${smtpTlsCert} is good for ${days} days.`);
  } catch (error) {
    return fail(
      error instanceof Error ? error.message : String(error),
      "Name the PEM files of one certificate and its key, readable by the server's user.",
    );
  }
}

async function checkMailServers(dns: Dns, domain: string): Promise<CheckResult[]> {
  const { ok, skip, warn } = checkResults("port-25");
  if (isLocalName(domain)) return [skip("No mail server outside delivers to a local name.")];
  const found = await dns.mx(domain);
  if (typeof found !== "object") return [];
  return Promise.all(
    found.records.map(async ({ exchange }) => {
      const banner = await readSmtpGreeting(exchange, 25);
      if (banner !== null) return ok(`${exchange}:25 greets: ${banner}`);
      return warn(
        `${exchange}:25 does not greet from here.`,
        "Open port 25 in the firewall and lead it to --smtp-port. Some providers close it, outward too: then look from another network.",
      );
    }),
  );
}

/** Whole days until a certificate ends. */
function daysUntilExpiry(certificate: X509Certificate): number {
  return Math.floor((Date.parse(certificate.validTo) - Date.now()) / dayMs);
}
