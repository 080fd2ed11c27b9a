import type { Terminal } from "@frontdesk/basics/command-line";
import { createSignInLink } from "../handlers/claims.ts";
import type { ListenAddresses } from "../lifetime/listeners.ts";
import type { OpenServer } from "../server.ts";
import type { Settings } from "./settings.ts";

/**
 * Returns the lines printed at the start: URLs and ports, and the key; on later starts, how to get another. At the first start on
 * a terminal, issues a link that signs in to the dashboard.
 */
export async function toWelcomeLines(
  { key, services, storage }: OpenServer,
  { url, smtp, admin, providers }: ListenAddresses,
  {
    options,
    terminal,
  }: { options: Pick<Settings["options"], "bootstrapKey">; terminal: Pick<Terminal, "isInteractive"> },
): Promise<string[]> {
  const addresses = [
    `API ${url}`,
    `docs ${url}/docs`,
    `SMTP ${smtp ?? "off"}`,
    ...(admin === null ? [] : [`admin endpoints ${admin}`]),
    ...(providers === null ? [] : [`provider port ${providers}`]),
    `mail for @${services.options.mailDomain}`,
    `storage ${storage}`,
  ];
  const lines = [`Frontdesk is ready: ${addresses.join(", ")}`];
  const isFirstStart = key !== null;
  if (!isFirstStart) {
    lines.push(
      "The first key was shown at the first start. Another: frontdesk key create. The dashboard: frontdesk dashboard.",
    );
    return lines;
  }
  const isKeyGenerated = options.bootstrapKey === undefined;
  lines.push(
    isKeyGenerated
      ? `First agent key (save it; it is shown only this once): ${key}`
      : "The first agent key is the one in FRONTDESK_BOOTSTRAP_KEY.",
  );
  if (services.encryption?.generatedFile)
    lines.push(
      `Stored data is encrypted with the secret in ${services.encryption.generatedFile}. That protects copies of the data, not the disk that has both. Keep a copy: nobody can read the data without it.`,
    );
  const defaultAccount = await services.accounts.findByName("default");
  // Shown only on a terminal: in a file or log, others could read the link while it is valid.
  if (terminal.isInteractive && defaultAccount) {
    const { link } = await createSignInLink(services, defaultAccount.id);
    lines.push(`Dashboard sign-in link, valid once within ten minutes (later: frontdesk dashboard): ${link}`);
  }
  if (isKeyGenerated) lines.push(`export FRONTDESK_URL=${url} FRONTDESK_KEY=${key}`);
  return lines;
}
