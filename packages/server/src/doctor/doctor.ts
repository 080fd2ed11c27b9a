import { type CreateServerOptions, parseOptions } from "../options/options.ts";
import { storageDirectory } from "../storage/backends.ts";
import { checkIncomingMail, checkPublicUrl } from "./certificates.ts";
import { type CheckResult, checkResults, orNullWithin } from "./check-result.ts";
import { checkClock, checkDisk, checkLimits } from "./machine.ts";
import { checkNames, createDns } from "./names.ts";
import { checkPorts } from "./ports.ts";
import { checkStorage } from "./storage-check.ts";

interface DoctorOptions {
  options: CreateServerOptions & { storage: string };
  /** Name servers to query; the system's if empty. */
  dnsServers: readonly string[];
  /** Public IP addresses of the server, if this machine's interfaces do not have them. */
  publicAddresses: readonly string[];
}

/** Longer than the checks' own timeouts. A check that exceeds it has a bug. */
const checkTimeoutMs = 20_000;

/** Runs all checks for a server with these settings. Ends within a fixed time, even without a network. */
export async function runChecks({ options, dnsServers, publicAddresses }: DoctorOptions): Promise<CheckResult[]> {
  const settings = parseOptions(options);
  const publicUrl = (settings.publicUrl || `http://localhost:${settings.port}`).replace(/\/+$/, "");
  const directory = storageDirectory(options.storage);
  const dns = createDns(dnsServers);
  const { hostname: host } = new URL(publicUrl);
  const checks: Record<string, Promise<CheckResult | CheckResult[]>> = {
    dns: checkNames(dns, { ...settings, host, publicAddresses }),
    ports: checkPorts(settings),
    url: checkPublicUrl(publicUrl, settings.tunnelDomain),
    mail: checkIncomingMail(dns, settings),
    storage: checkStorage(options.storage, options.secret),
    disk: checkDisk(directory),
    clock: checkClock(),
    limits: checkLimits(),
  };
  // The checks have shorter timeouts of their own. A check that exceeds this one has a bug, and must not keep the other results
  // from being shown.
  const results = Object.entries(checks).map(
    async ([name, check]) =>
      (await orNullWithin(checkTimeoutMs, check)) ??
      checkResults(name).warn("This check timed out.", "Run it again; if it times out again, report it."),
  );
  return (await Promise.all(results)).flat();
}
