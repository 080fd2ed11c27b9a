import { CommandError } from "@frontdesk/cli/framework";
import type { CreateServerOptions } from "../options/options.ts";

/** Says which flag to change when a port can't be opened; any other error is returned as it is. */
export function toListenError(error: unknown, options: CreateServerOptions): unknown {
  if (!(error instanceof Error) || !("code" in error)) return error;
  const { port, address, hostname } = error as NodeJS.ErrnoException & ListenErrorDetails;
  const listeners = toListeners(options);
  const named = listeners.filter((listener) => listener.port === port);
  const [first] = named;
  // They are opened in this order: of several with one port and address the last has found it taken.
  const found =
    named.findLast(({ host }) => [first?.host, address].includes(host)) ??
    listeners.find(({ host }) => host !== undefined && [address, hostname].includes(host));
  const { portFlag, hostFlag, host } = found ?? listeners[0];
  if (error.code === "EADDRINUSE")
    return new CommandError(
      `${portFlag} ${port}: another program listens there (${address}). Stop it, or give another ${portFlag}; 0 takes any free one.`,
    );
  if (error.code === "EACCES")
    return new CommandError(
      `${portFlag} ${port}: this user may not open it. Ports below 1024 need a privilege; give another ${portFlag}.`,
    );
  if (error.code === "EADDRNOTAVAIL" || error.code === "ENOTFOUND")
    return new CommandError(`${hostFlag}: this machine has no address ${address ?? host}.`);
  return error;
}

interface ListenErrorDetails {
  port?: number;
  address?: string;
  hostname?: string;
}

function toListeners({ port, host, adminPort, adminHost, smtpPort, smtpHost }: CreateServerOptions) {
  return [
    { portFlag: "--port", hostFlag: "--host", port, host },
    { portFlag: "--admin-port", hostFlag: "--admin-host", port: adminPort, host: adminHost },
    { portFlag: "--smtp-port", hostFlag: "--smtp-host", port: smtpPort, host: smtpHost },
  ] as const;
}
