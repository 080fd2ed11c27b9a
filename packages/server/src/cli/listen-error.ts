import { CommandError } from "@frontdesk/cli/kit";
import type { CreateServerOptions } from "../options.ts";

/** Says which flag to change when a port can't be opened; any other error is returned as it is. */
export function toListenError(error: unknown, options: CreateServerOptions): unknown {
  if (!(error instanceof Error) || !("code" in error)) return error;
  const { port, address } = error as NodeJS.ErrnoException & { port?: number; address?: string };
  // The HTTP port is opened first, so when both flags name one port it is SMTP's that is taken.
  const isSmtp =
    port === options.smtpPort && (port !== options.port || [options.host, address].includes(options.smtpHost));
  const [portFlag, hostFlag] = isSmtp ? ["--smtp-port", "--smtp-host"] : ["--port", "--host"];
  if (error.code === "EADDRINUSE")
    return new CommandError(
      `${portFlag} ${port}: another program listens there (${address}). Stop it, or give another ${portFlag}; 0 takes any free one.`,
    );
  if (error.code === "EACCES")
    return new CommandError(
      `${portFlag} ${port}: this user may not open it. Ports below 1024 need a privilege; give another ${portFlag}.`,
    );
  if (error.code === "EADDRNOTAVAIL" || error.code === "ENOTFOUND")
    return new CommandError(
      `${hostFlag}: this machine has no address ${address ?? (isSmtp ? options.smtpHost : options.host)}.`,
    );
  return error;
}
