import { stat } from "node:fs/promises";
import { errorMessage } from "@frontdesk/basics";
import { type Certificate, type CertificateOptions, readOperatorCertificate } from "./tls.ts";

interface CertificateWatchOptions extends CertificateOptions {
  onRenewed(certificate: Certificate): void;
  /** Called with the reason if a new pair cannot be used, once for each change of the files. The previous pair stays in use. */
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
  /** Version of the pair in use; `null` if the first check has failed. */
  let usedVersion: string | null = null;
  /** Version that could not be used. */
  let failedVersion: string | null = null;
  let isFirstCheck = true;
  let isChecking = false;
  let isClosed = false;

  /**
   * Calls `onRenewed` if the files have changed since the last pair was used. The first check only records their version. If it fails,
   * they are perhaps being renewed, so the next one calls `onRenewed`. Does nothing while another check runs, which may be slow on a
   * network drive.
   */
  async function checkFiles(): Promise<void> {
    if (isChecking) return;
    isChecking = true;
    const isFirst = isFirstCheck;
    isFirstCheck = false;
    let version: string | null = null;
    try {
      version = await readVersion(files);
      if (version === usedVersion) return;
      const certificate = isFirst ? null : await readOperatorCertificate(...files);
      if (certificate !== null && !isClosed) onRenewed(certificate);
      usedVersion = version;
    } catch (error) {
      // The files may be half written, or unreadable for a moment, as without a free file descriptor: the next check reads them again.
      const isReported = version !== null && version === failedVersion;
      if (!isReported && !isClosed) onError(errorMessage(error));
      failedVersion = version;
    } finally {
      isChecking = false;
    }
  }

  void checkFiles();
  const timer = setInterval(() => void checkFiles(), intervalMs).unref();
  return {
    close() {
      isClosed = true;
      clearInterval(timer);
    },
  };
}

/**
 * Returns when the files were last written, and when their status last changed: a new file may be readable only once its owner or
 * mode is set.
 */
async function readVersion(files: readonly string[]): Promise<string> {
  const stats = await Promise.all(files.map((file) => stat(file)));
  return stats.map(({ mtimeMs, ctimeMs }) => `${mtimeMs} ${ctimeMs}`).join();
}
