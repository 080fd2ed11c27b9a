import { createSecureContext, type SecureContext } from "node:tls";
import { LRUCache } from "lru-cache";
import type { Kv, Locks } from "../storage/types.ts";

/** This server's own certificate authority, which apps trust for the hosts of providers. */
export interface ProviderAuthority {
  /** Its certificate in PEM, for `NODE_EXTRA_CA_CERTS` and the like. */
  certificate: string;
  /** Returns what TLS needs to be this host. */
  contextFor(host: string): Promise<SecureContext>;
}

interface StoredAuthority {
  key: string;
  cert: string;
}

/** Loads the generator of certificates, which is large. */
const loadGenerator = () => import("../smtp/self-signed.ts");

const authorityRecordKey = "provider-authority";
/** Certificates that are kept. Regions make the hosts of one provider many. */
const maxHosts = 100;
const dayMs = 24 * 60 * 60 * 1000;
const authorityValidityMs = 10 * 365 * dayMs;
/** Validity of a host's certificate. A new one is generated at each start. */
const hostValidityMs = 365 * dayMs;
/** Set back, because the app's clock may differ. */
const clockToleranceMs = dayMs;
const keyOptions = { keyType: "ec", curve: "P-256", algorithm: "sha256" } as const;
/** Type of an alternative name that is a domain name (RFC 5280 section 4.2.1.6). */
const dnsName = 2;

/** Opens the stored authority, which is generated at the first start with a provider port. */
export async function openProviderAuthority({ kv, locks }: { kv: Kv; locks: Locks }): Promise<ProviderAuthority> {
  const { key, cert } = await locks.with([authorityRecordKey], async () => {
    const stored = await kv.get<StoredAuthority>(authorityRecordKey);
    if (stored !== null) return stored;
    const generated = await generateAuthority();
    await kv.commit([[authorityRecordKey, generated]]);
    return generated;
  });
  const contexts = new LRUCache<string, Promise<SecureContext>>({ max: maxHosts });
  return {
    certificate: cert,
    /** Returns the host's certificate and key for TLS, generated at the first call. A failure is not kept. */
    contextFor(host) {
      const existing = contexts.get(host);
      if (existing) return existing;
      const created = createHostContext(host, { key, cert });
      contexts.set(host, created);
      created.catch(() => contexts.delete(host));
      return created;
    },
  };
}

/** Generates the key and the self-signed certificate of an authority that may sign hosts, but no further authority. */
async function generateAuthority(): Promise<StoredAuthority> {
  const { generate } = await loadGenerator();
  const generated = await generate([{ name: "commonName", value: "Frontdesk provider APIs" }], {
    ...keyOptions,
    ...toValidityDates(authorityValidityMs),
    extensions: [
      { name: "basicConstraints", cA: true, pathLenConstraint: 0, critical: true },
      { name: "keyUsage", keyCertSign: true, cRLSign: true, critical: true },
    ],
  });
  return { key: generated.private, cert: generated.cert };
}

/** Generates a certificate for a provider's host, signed by the authority. Returns what TLS needs to serve that host. */
async function createHostContext(host: string, authority: StoredAuthority): Promise<SecureContext> {
  const { generate } = await loadGenerator();
  // A common name has at most 64 characters (RFC 5280); clients compare the alternative name.
  const { private: key, cert } = await generate([{ name: "commonName", value: host.slice(0, 64) }], {
    ...keyOptions,
    ...toValidityDates(hostValidityMs),
    extensions: [
      { name: "basicConstraints", cA: false, critical: true },
      { name: "keyUsage", digitalSignature: true, critical: true },
      { name: "extKeyUsage", serverAuth: true },
      { name: "subjectAltName", altNames: [{ type: dnsName, value: host }] },
    ],
    ca: authority,
  });
  return createSecureContext({ key, cert });
}

/** Returns the validity from now on. It begins a little earlier, because the app's clock may be slow. */
function toValidityDates(durationMs: number): { notBeforeDate: Date; notAfterDate: Date } {
  const now = Date.now();
  return { notBeforeDate: new Date(now - clockToleranceMs), notAfterDate: new Date(now + durationMs) };
}
