import type { Terminal } from "@frontdesk/cli/framework";
import { createSignInLink } from "../handlers/claims.ts";
import type { ListenAddresses } from "../lifetime/listeners.ts";
import type { OpenServer } from "../server.ts";
import type { Settings } from "./settings.ts";

/** What a server that has started says to a person: where everything is, and on its first start the key. */
export async function toWelcomeLines(
  { key, services, storage }: OpenServer,
  { url, smtp, admin }: ListenAddresses,
  {
    options,
    terminal,
  }: { options: Pick<Settings["options"], "bootstrapKey">; terminal: Pick<Terminal, "isInteractive"> },
): Promise<string[]> {
  const lines = [
    `Frontdesk is ready: API ${url}, docs ${url}/docs, SMTP ${smtp ?? "off"}, ${admin === null ? "" : `operator's pages ${admin}, `}` +
      `mail for @${services.options.mailDomain}, storage ${storage}`,
  ];
  if (key !== null) {
    lines.push(
      options.bootstrapKey === undefined
        ? `First agent key, shown this once, so keep it: ${key}`
        : "The first agent key is the one in FRONTDESK_BOOTSTRAP_KEY.",
    );
    const account = await services.accounts.findByName("default");
    // Into a file or a log it would stay readable for others while it is good.
    if (terminal.isInteractive && account) {
      const { link } = await createSignInLink(services, account.id);
      lines.push(`Dashboard, signed in, once within ten minutes (later: frontdesk dashboard): ${link}`);
    }
  }
  // Last, ready to paste.
  if (key !== null && options.bootstrapKey === undefined)
    lines.push(`export FRONTDESK_URL=${url} FRONTDESK_KEY=${key}`);
  return lines;
}
