import { CommandError } from "@frontdesk/basics/command-line";
import type { CreateServerOptions } from "../options/options.ts";

/** Returns an error that names the flag to change if a port cannot be opened. Returns any other error unchanged. */
export function toListenError(error: unknown, options: CreateServerOptions): unknown {
  if (!(error instanceof Error) || !("code" in error)) return error;
  const { port, address, hostname } = error as NodeJS.ErrnoException & ListenErrorDetails;
  const listeners = toListeners(options);
  const withSamePort = listeners.filter((listener) => port !== undefined && listener.port === port);
  const [first] = withSamePort;
  // If several have the same port and host, the first one opened it, and the last one failed. Another listener on this port is meant
  // only if `address`, the IP address that failed, is its host.
  const failedListener =
    withSamePort.findLast(({ host }) => host === first?.host || host === address) ??
    // Errors about the host, such as an unknown name, carry no port.
    listeners.find(({ host }) => host !== undefined && (host === address || host === hostname));
  // An error that names none of them is shown with the flags of the first, the API.
  const { portFlag, hostFlag, host } = failedListener ?? listeners[0];
  if (error.code === "EADDRINUSE")
    return new CommandError(
      `${portFlag} ${port}: another program uses this port (${address}). Stop it, or set another ${portFlag}; 0 chooses a free one.`,
    );
  if (error.code === "EACCES")
    return new CommandError(
      `${portFlag} ${port}: permission denied. Ports below 1024 need a privilege; set another ${portFlag}.`,
    );
  if (error.code === "EADDRNOTAVAIL" || error.code === "ENOTFOUND")
    return new CommandError(`${hostFlag}: this machine has no IP address ${address ?? host}.`);
  return error;
}

/** Fields of Node's errors of `listen`. Which are set depends on the error. */
interface ListenErrorDetails {
  port?: number;
  address?: string;
  hostname?: string;
}

/** Returns the listeners with their flags, in the order in which the server opens them. */
function toListeners(options: CreateServerOptions) {
  const { port, host, adminPort, adminHost, providerPort, providerHost, smtpPort, smtpHost } = options;
  return [
    { portFlag: "--port", hostFlag: "--host", port, host },
    { portFlag: "--admin-port", hostFlag: "--admin-host", port: adminPort, host: adminHost },
    { portFlag: "--provider-port", hostFlag: "--provider-host", port: providerPort, host: providerHost },
    { portFlag: "--smtp-port", hostFlag: "--smtp-host", port: smtpPort, host: smtpHost },
  ] as const;
}
