import { type Terminal, toTable } from "@frontdesk/basics/command-line";
import { connect, createClientCommand } from "../connection.ts";

/** `frontdesk status`: shows the account of the key, its scopes and its quotas. */
export function status(terminal: Terminal) {
  return createClientCommand(terminal, {
    name: "status",
    description: "Shows the account of the key, its scopes, and usage against limits.",
    examples: ["frontdesk status", "frontdesk status --url https://desk.example.com --key-file ~/.frontdesk-key"],
  }).action(async (flags) => {
    const { url, frontdesk } = connect(flags, terminal);
    const { account, agent_token } = await frontdesk.account();
    if (flags.json) return terminal.out(JSON.stringify({ url, account, agent_token }));

    terminal.out(`${url} is up. Account ${account.name} (${account.tier}), scopes ${agent_token.scopes ?? "all"}.`);
    const limits: Partial<Record<string, number | null>> = account.limits;
    const rows = Object.entries(account.usage).map(([resource, used]) => ({
      resource,
      used,
      // Unlimited if the limit is `null`, or if the server sends none for this resource.
      limit: limits[resource] ?? "unlimited",
    }));
    for (const line of toTable(rows)) terminal.out(line);
  });
}
