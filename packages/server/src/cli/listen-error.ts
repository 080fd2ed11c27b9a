import { CommandError } from "@frontdesk/basics/command-line";
import type { CreateServerOptions } from "../options/options.ts";

/**
 * Returns an error that names the flag to change if a port cannot be opened: that of the API's listener if no listener fits the error.
 * Returns any other error unchanged.
 */
export function toListenError(error: unknown, options: CreateServerOptions): unknown {
  if (!(error instanceof Error) || !("code" in error)) return error;
  const details = error as NodeJS.ErrnoException & ListenErrorDetails;
  const { port, address } = details;
  const listeners = toListeners(options);
  const [apiListener] = listeners;
  const { portFlag, hostFlag, host } = findFailedListener(listeners, details) ?? apiListener;
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

/**
 * Returns the listener that could not be opened: the one with the port in Node's error. The error for an unknown host has no port, so
 * that listener is found by its host. If several listeners have the port, assumes that the first of them has opened it, so that the
 * last of them with the same host, or with the address in the error, has failed.
 */
function findFailedListener(
  listeners: ReturnType<typeof toListeners>,
  { port, address, hostname }: ListenErrorDetails,
) {
  const withSamePort = listeners.filter((listener) => port !== undefined && listener.port === port);
  const [first] = withSamePort;
  return (
    withSamePort.findLast(({ host }) => host === first?.host || host === address) ??
    listeners.find(({ host }) => host !== undefined && (host === address || host === hostname))
  );
}

/**
 * Returns the listeners with their flags, in the order in which the server opens them: of two that conflict, the later one fails.
 * The first is the API's, which `toListenError` names if no listener matches the error.
 */
function toListeners(options: CreateServerOptions) {
  const { port, host, adminPort, adminHost, providerPort, providerHost, smtpPort, smtpHost } = options;
  return [
    { portFlag: "--port", hostFlag: "--host", port, host },
    { portFlag: "--admin-port", hostFlag: "--admin-host", port: adminPort, host: adminHost },
    { portFlag: "--provider-port", hostFlag: "--provider-host", port: providerPort, host: providerHost },
    { portFlag: "--smtp-port", hostFlag: "--smtp-host", port: smtpPort, host: smtpHost },
  ] as const;
}
