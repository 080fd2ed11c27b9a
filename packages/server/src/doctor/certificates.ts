import { X509Certificate } from "node:crypto";
import { once } from "node:events";
import { isIP } from "node:net";
import { connect } from "node:tls";
import { errorMessage } from "@frontdesk/basics";
import type { ServerOptions } from "../options/options.ts";
import { ensureCertificate } from "../smtp/tls.ts";
import { type CheckResult, checkResults, isLocalName, orNullWithin } from "./check-result.ts";
import type { Dns } from "./names.ts";
import { readSmtpGreeting } from "./ports.ts";

const connectTimeoutMs = 5_000;
const dayMs = 86_400_000;
/** A certificate that expires sooner than this should have been renewed. */
const warningDays = 7;

/** Checks that the API responds at the public URL, and its certificate. */
export async function checkPublicUrl(publicUrl: string, tunnelDomain: string): Promise<CheckResult[]> {
  const { ok, skip, warn, fail } = checkResults("url");
  const { protocol, hostname, port } = new URL(publicUrl);
  if (isLocalName(hostname)) return [skip(`${publicUrl} is for programs on this machine.`)];
  const tlsResults = protocol === "https:" ? [await checkHttps(hostname, Number(port || 443), tunnelDomain)] : [];
  // `null` if it fails. The signal stops the request itself, which `orNullWithin` would leave running.
  const response = await orNullWithin(
    connectTimeoutMs,
    fetch(`${publicUrl}/healthz`, { signal: AbortSignal.timeout(connectTimeoutMs) }),
  );
  const warnings =
    protocol === "http:"
      ? [warn("Keys are sent unencrypted: --public-url is http.", "Use a reverse proxy with TLS: deploy/Caddyfile.")]
      : [];
  if (response?.ok) return [ok(`${publicUrl} responds.`), ...tlsResults, ...warnings];
  const todo = "Check that the server and the reverse proxy run, and that firewall and router forward the port.";
  const failure = response === null ? "does not respond from here" : `responds with ${response.status}`;
  return [fail(`${publicUrl} ${failure}.`, todo), ...tlsResults, ...warnings];
}

/** Checks the certificate at the public URL: its trust, its expiry, and whether it covers the tunnels. */
async function checkHttps(host: string, port: number, tunnelDomain: string): Promise<CheckResult> {
  const { ok, warn, fail } = checkResults("tls");
  const { certificate, authorized, authorizationError } = await fetchCertificate(host, port);
  if (!certificate)
    return fail(
      `No TLS server at ${host}:${port}.`,
      "Check that the reverse proxy runs and has a certificate; see its log.",
    );
  if (!authorized)
    return fail(
      `The certificate of ${host} is not trusted (${authorizationError}).`,
      "Let the reverse proxy get one from a public authority, and send the whole chain.",
    );
  const days = daysUntilExpiry(certificate);
  if (days < warningDays)
    return warn(
      `The certificate of ${host} expires in ${days} days.`,
      "The reverse proxy should have renewed it; see its log.",
    );
  const anyTunnelName = `any.${tunnelDomain}`;
  const coversTunnels = certificate.checkHost(anyTunnelName) !== undefined;
  const tunnels = coversTunnels ? "and covers every tunnel" : "and tunnels need one each, on demand (deploy/Caddyfile)";
  return ok(`The certificate of ${host} is trusted for ${days} days, ${tunnels}.`);
}

/**
 * Fetches the certificate of a TLS server, also one that is not trusted; none if the server does not respond in time. An IP address
 * is no server name in TLS (RFC 6066 section 3).
 */
async function fetchCertificate(host: string, port: number) {
  const serverName = isIP(host) ? "" : host;
  const socket = connect({ host, port, servername: serverName, rejectUnauthorized: false });
  const handshake = await orNullWithin(connectTimeoutMs, once(socket, "secureConnect"));
  const certificate = handshake && socket.getPeerX509Certificate();
  const { authorized, authorizationError } = socket;
  // Without a listener, a late error would end the process.
  socket.on("error", () => {}).destroy();
  return { certificate, authorized, authorizationError };
}

/** Checks what other mail servers see: the SMTP certificate, and port 25 of the MX hosts. */
export async function checkIncomingMail(dns: Dns, options: ServerOptions): Promise<CheckResult[]> {
  return [await checkSmtpCertificate(options), ...(await checkMailServers(dns, options.mailDomain))];
}

/** Checks the certificate for STARTTLS. A self-signed one is only a warning. */
async function checkSmtpCertificate(options: ServerOptions): Promise<CheckResult> {
  const { ok, warn, fail } = checkResults("smtp-tls");
  const { smtpTls, smtpTlsCert, smtpTlsKey, mailDomain } = options;
  if (smtpTls === "off") return ok("STARTTLS is switched off (--smtp-tls off).");
  const isSelfSigned = smtpTlsCert === "" && smtpTlsKey === "";
  // Mail for a local name comes from this machine or its network, and from mail servers only by mistake.
  if (isSelfSigned && isLocalName(mailDomain)) {
    if (smtpTls === "auto") return ok("Clients with public IPs get a self-signed certificate, others none.");
    return ok("All clients get a self-signed certificate.");
  }
  if (isSelfSigned)
    return warn(
      "Mail servers get a self-signed certificate. Most accept it; those that check certificates do not deliver.",
      "Use a certificate for the MX name: --smtp-tls-cert and --smtp-tls-key.",
    );
  try {
    const files = { certFile: smtpTlsCert || undefined, keyFile: smtpTlsKey || undefined, domain: mailDomain };
    const noStore = null;
    const { cert } = await ensureCertificate(noStore, files);
    const days = daysUntilExpiry(new X509Certificate(cert));
    const todo = "Renew it; a running server reloads it by itself.";
    if (days < 0) return fail(`The certificate in ${smtpTlsCert} has expired.`, todo);
    if (days < warningDays) return warn(`The certificate in ${smtpTlsCert} expires in ${days} days.`, todo);
    return ok(`The certificate in ${smtpTlsCert} is valid for ${days} days.`);
  } catch (error) {
    return fail(
      errorMessage(error),
      "Give the PEM files of one certificate and its key, readable by the server's user.",
    );
  }
}

/** Connects to port 25 of each MX host. Returns nothing if there is no MX record or DNS does not respond: `checkNames` reports that. */
async function checkMailServers(dns: Dns, domain: string): Promise<CheckResult[]> {
  const { ok, skip, warn } = checkResults("port-25");
  if (isLocalName(domain)) return [skip("Other mail servers cannot deliver to a local name.")];
  const mx = await dns.mx(domain);
  // "none" or "silent": there are no records, or DNS does not respond.
  if (typeof mx !== "object") return [];
  return Promise.all(
    mx.records.map(async ({ exchange }) => {
      const greeting = await readSmtpGreeting(exchange, 25);
      if (greeting !== null) return ok(`${exchange}:25 greets: ${greeting}`);
      return warn(
        `${exchange}:25 does not greet from here.`,
        "Open port 25 in the firewall and forward it to --smtp-port. Some providers block it, also outbound: then check from another network.",
      );
    }),
  );
}

/** Returns whole days until a certificate expires. */
function daysUntilExpiry(certificate: X509Certificate): number {
  return Math.floor((Date.parse(certificate.validTo) - Date.now()) / dayMs);
}
