import { type CreateServerOptions, parseOptions } from "../options/options.ts";
import { storageDirectory } from "../storage/backends.ts";
import { checkIncomingMail, checkPublicUrl } from "./certificates.ts";
import { type CheckResult, checkResults, withTimeout } from "./check-result.ts";
import { checkClock, checkDisk, checkLimits } from "./machine.ts";
import { checkNames, createDns } from "./names.ts";
import { checkPorts } from "./ports.ts";
import { checkStorage } from "./storage-check.ts";

interface DoctorOptions {
  options: CreateServerOptions & { storage: string };
  /** Name servers to ask; the system's when empty. */
  dnsServers: readonly string[];
  /** Where the server is reached, where that is no address of this machine. */
  publicAddresses: readonly string[];
}

/** Milliseconds in which every check has ended by itself. */
const checkTimeoutMs = 20_000;

/** Looks at all that a server with these settings needs. Each check ends in time, also where no network is. */
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
    storage: checkStorage(options.storage),
    disk: checkDisk(directory),
    clock: checkClock(),
    limits: checkLimits(),
  };
  const done = Object.entries(checks).map(
    async ([name, check]) =>
      (await withTimeout(checkTimeoutMs, check)) ??
      checkResults(name).warn("This check did not come to an end.", "Run it again; it should not happen twice."),
  );
  return (await Promise.all(done)).flat();
}
