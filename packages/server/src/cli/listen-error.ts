import { CommandError } from "@frontdesk/cli/framework";
import type { CreateServerOptions } from "../options/options.ts";

/** Returns an error that names the flag to change if a port cannot be opened. Returns any other error unchanged. */
export function toListenError(error: unknown, options: CreateServerOptions): unknown {
  if (!(error instanceof Error) || !("code" in error)) return error;
  const { port, address, hostname } = error as NodeJS.ErrnoException & ListenErrorDetails;
  const listeners = toListeners(options);
  const withPort = listeners.filter((listener) => listener.port === port);
  const [first] = withPort;
  // Listeners are opened in this order. If several have the same port and host, the last one failed.
  const failed =
    withPort.findLast(({ host }) => [first?.host, address].includes(host)) ??
    listeners.find(({ host }) => host !== undefined && [address, hostname].includes(host));
  const { portFlag, hostFlag, host } = failed ?? listeners[0];
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
