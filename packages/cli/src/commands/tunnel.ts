import { randomBytes } from "node:crypto";
import { CommandError, type Terminal, UsageError } from "@frontdesk/basics/command-line";
import type { Frontdesk } from "@frontdesk/sdk";
import { openTunnel, type TunnelEnd, type TunnelStatus } from "@frontdesk/tunnel";
import { connect, createClientCommand } from "../connection.ts";

/** `frontdesk tunnel`: exposes a local port at a subdomain of the server until Ctrl-C. */
export function tunnel(terminal: Terminal) {
  return createClientCommand(terminal, {
    name: "tunnel",
    description:
      "Exposes a local port at a public URL until Ctrl-C. With --name the subdomain is registered once and kept; otherwise a random one is used and deleted at the end.",
    examples: ["frontdesk tunnel 3000 --name demo", "frontdesk tunnel 5173"],
  })
    .argument("<port>", "Local port", parsePort)
    .option("--name <name>", "Subdomain name")
    .option("--host <host>", "Host of the local app (default localhost)")
    .action(async (port, { name, host, ...flags }) => {
      const { url, frontdesk } = connect(flags, terminal);
      const { subdomain, isTemporary } = await findOrRegister(frontdesk, name);
      try {
        const signal = terminal.stopSignal?.();
        const openedTunnel = await openTunnel({
          token: subdomain.token,
          baseUrl: url,
          port,
          ...(host === undefined ? {} : { host }),
          ...(signal ? { signal } : {}),
          onStatus: createStatusPrinter(terminal),
        }).catch((cause: Error) => {
          const wasStopped = signal?.aborted;
          if (wasStopped) return null;
          throw new CommandError(cause.message, { cause });
        });
        if (!openedTunnel) return;
        terminal.out(flags.json ? JSON.stringify({ url: openedTunnel.url, port }) : openedTunnel.url);
        throwUnlessStopped(await openedTunnel.closed, subdomain.domain);
      } finally {
        // If this fails, the account's list still shows the subdomain.
        if (isTemporary) await frontdesk.subdomains.delete(subdomain.id).catch(() => {});
      }
    });
}

/** Throws an error for the end of a tunnel by the server. @throws CommandError unless Ctrl-C ended the tunnel */
function throwUnlessStopped(end: TunnelEnd, domain: string): void {
  if (end.type === "replaced") throw new CommandError(`Another client took ${domain} over.`);
  if (end.type === "refused") throw new CommandError(end.error.message, { cause: end.error });
}

/** Parses a port number. @throws UsageError */
function parsePort(text: string): number {
  const port = Number(text);
  const isPort = Number.isInteger(port) && port > 0 && port < 65_536;
  if (!isPort) throw new UsageError(`${JSON.stringify(text)} is not a port. Give a number from 1 to 65535.`);
  return port;
}

/** Creates a status listener that prints connection losses and the drain at the end. */
function createStatusPrinter(terminal: Terminal): (status: TunnelStatus) => void {
  /** Reason of the current connection loss; "" while online. */
  let offlineReason = "";
  return (status) => {
    if (status.type === "draining") {
      terminal.err(`Waiting for running requests to finish (${status.running}). Press Ctrl-C again to stop at once.`);
      return;
    }
    const reason = status.type === "offline" ? status.reason : "";
    // Once per reason: retries of a whole night must not fill the screen.
    if (reason !== offlineReason) terminal.err(reason ? `Offline: ${reason}. Retrying.` : "Online again.");
    offlineReason = reason;
  };
}

/**
 * Returns the subdomain of this name, registering it if needed; without a name, a new random one, which is temporary: it is
 * deleted at the end.
 */
async function findOrRegister({ subdomains }: Frontdesk, name: string | undefined) {
  if (name === undefined) {
    // 40 random bits, so that nobody else is likely to have the name.
    const randomName = `t-${randomBytes(5).toString("hex")}`;
    return { subdomain: await subdomains.register(randomName), isTemporary: true };
  }
  const storedName = name.toLowerCase();
  const existing = (await subdomains.list()).find((subdomain) => subdomain.name === storedName);
  return { subdomain: existing ?? (await subdomains.register(name)), isTemporary: false };
}
