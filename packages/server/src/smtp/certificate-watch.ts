import { stat } from "node:fs/promises";
import { type Certificate, type CertificateOptions, ensureCertificate } from "./tls.ts";

interface WatchParts extends CertificateOptions {
  onRenewed(certificate: Certificate): void;
  /** Told why a pair that was put there cannot be used; the one before stays. */
  onFault(reason: string): void;
  /** Milliseconds between two looks. @default 60_000 */
  every?: number;
}

/** Takes up what a renewal puts in the place of the operator's certificate, so that no restart is needed. */
export function watchCertificate(parts: WatchParts): { close(): void } {
  const { certFile, keyFile, every = 60_000, onRenewed, onFault } = parts;
  if (certFile === undefined || keyFile === undefined) return { close: () => {} };
  const files = [certFile, keyFile];
  const stamp = async () => (await Promise.all(files.map((file) => stat(file)))).map(({ mtimeMs }) => mtimeMs).join();
  let seen: string | null = null;
  let looking = false;

  async function look(): Promise<void> {
    if (looking) return;
    looking = true;
    try {
      const found = await stamp();
      if (found === seen) return;
      const isFirst = seen === null;
      seen = found;
      if (!isFirst) onRenewed(await ensureCertificate(null, parts));
    } catch (error) {
      // A pair may be found half written; the next look finds its other half.
      onFault(error instanceof Error ? error.message : String(error));
    } finally {
      looking = false;
    }
  }

  void look();
  const timer = setInterval(() => void look(), every).unref();
  return { close: () => clearInterval(timer) };
}
