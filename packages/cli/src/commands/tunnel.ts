import { randomBytes } from "node:crypto";
import type { Frontdesk } from "@frontdesk/sdk";
import { openTunnel } from "@frontdesk/tunnel";
import { asking, connect, connectionFlags } from "../connection.ts";
import { CommandError, command, UsageError } from "../kit/index.ts";

/** `frontdesk tunnel`: a local port under a name of the server, until it is ended. */
export const tunnel = command({
  name: "frontdesk tunnel",
  description:
    "Puts a local port under a public name until Ctrl-C, and prints the address. A name that is free is registered and stays the account's; without --name one is drawn, and given back at the end.",
  args: {
    port: { type: "positional", required: true, description: "The local port" },
    name: { type: "string", valueHint: "name", description: "The name before the tunnel domain" },
    host: { type: "string", valueHint: "host", description: "Where the app listens (default localhost)" },
    ...connectionFlags,
  },
  examples: ["frontdesk tunnel 3000 --name demo", "frontdesk tunnel 5173"],
  async run(args, terminal) {
    const port = Number(args.port);
    if (!(Number.isInteger(port) && port > 0 && port < 65_536))
      throw new UsageError(`${JSON.stringify(args.port)} is no port; it is a number from 1 to 65535.`);
    const { url, frontdesk } = connect(args, terminal);
    const { subdomain, isDrawn } = await asking(url, () => toSubdomain(frontdesk, args.name));
    try {
      const signal = terminal.stopped?.();
      let offline = "";
      const open = await openTunnel({
        token: subdomain.token,
        baseUrl: url,
        port,
        ...(args.host === undefined ? {} : { host: args.host }),
        ...(signal ? { signal } : {}),
        onStatus(status) {
          if (status.type === "draining")
            return terminal.err(`Finishing what runs (${status.running}). Ctrl-C again ends at once.`);
          const reason = status.type === "offline" ? status.reason : "";
          // A server that is away for a night must not fill the screen.
          if (reason !== offline)
            terminal.err(reason ? `Offline: ${reason}. Trying again until it works.` : "Online again.");
          offline = reason;
        },
      }).catch((cause: Error) => {
        if (signal?.aborted) return null;
        throw new CommandError(cause.message, { cause });
      });
      if (!open) return;
      terminal.out(args.json ? JSON.stringify({ url: open.url, port }) : open.url);
      const end = await open.closed;
      if (end.type === "replaced") throw new CommandError(`Another client took ${subdomain.domain} over.`);
      if (end.type === "refused") throw new CommandError(end.error.message, { cause: end.error });
    } finally {
      // What can't be given back now stays in the account's list, where it is seen.
      if (isDrawn) await frontdesk.subdomains.delete(subdomain.id).catch(() => {});
    }
  },
});

async function toSubdomain({ subdomains }: Frontdesk, name: string | undefined) {
  if (name === undefined) {
    const drawn = `t-${randomBytes(5).toString("hex")}`;
    return { subdomain: await subdomains.register(drawn), isDrawn: true };
  }
  const own = (await subdomains.list()).find((each) => each.name === name.toLowerCase());
  return { subdomain: own ?? (await subdomains.register(name)), isDrawn: false };
}
