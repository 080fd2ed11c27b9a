import { stat } from "node:fs/promises";
import { errorMessage } from "@frontdesk/basics";
import { type Certificate, type CertificateOptions, readOperatorCertificate } from "./tls.ts";

interface CertificateWatchOptions extends CertificateOptions {
  onRenewed(certificate: Certificate): void;
  /** Called with the reason if a new pair cannot be used. The previous one stays in use. */
  onError(reason: string): void;
  /** Milliseconds between two checks. @default 60_000 */
  intervalMs?: number;
}

/** Watches the operator's certificate files and calls `onRenewed` after they change, so that no restart is needed. */
export function watchCertificate(options: CertificateWatchOptions): { close(): void } {
  const { certFile, keyFile, intervalMs = 60_000, onRenewed, onError } = options;
  const isSelfSigned = certFile === undefined || keyFile === undefined;
  if (isSelfSigned) return { close: () => {} };
  const files = [certFile, keyFile] as const;
  let lastVersion: string | null = null;
  let isChecking = false;

  /**
   * Calls `onRenewed` if the files have changed since the last check. The first check only records their version. Does nothing
   * while another check runs, which may be slow on a network drive.
   */
  async function checkFiles(): Promise<void> {
    if (isChecking) return;
    isChecking = true;
    try {
      const version = await readVersion(files);
      if (version === lastVersion) return;
      const isFirst = lastVersion === null;
      lastVersion = version;
      if (!isFirst) onRenewed(await readOperatorCertificate(...files));
    } catch (error) {
      // The files may be half written. Once they are complete, their times have changed, and the next check reads them again.
      onError(errorMessage(error));
    } finally {
      isChecking = false;
    }
  }

  void checkFiles();
  const timer = setInterval(() => void checkFiles(), intervalMs).unref();
  return { close: () => clearInterval(timer) };
}

/**
 * Returns when the files were last written, and when their status last changed: a new file may be readable only once its owner or
 * mode is set.
 */
async function readVersion(files: readonly string[]): Promise<string> {
  const stats = await Promise.all(files.map((file) => stat(file)));
  return stats.map(({ mtimeMs, ctimeMs }) => `${mtimeMs} ${ctimeMs}`).join();
}
