import { callServer, connect, connectionFlags } from "../connection.ts";
import { command, toTable } from "../framework/index.ts";

/** `frontdesk status`: shows the account of the key, its scopes and its quotas. */
export const status = command({
  name: "frontdesk status",
  description: "Shows the account of the key, its scopes, and usage against limits.",
  args: connectionFlags,
  examples: ["frontdesk status", "frontdesk status --url https://desk.example.com --key-file ~/.frontdesk-key"],
  async run(args, terminal) {
    const { url, frontdesk } = connect(args, terminal);
    const { account, agent_token } = await callServer(url, () => frontdesk.account());
    if (args.json) return terminal.out(JSON.stringify({ url, account, agent_token }));

    terminal.out(`${url} is up. Account ${account.name} (${account.tier}), scopes ${agent_token.scopes ?? "all"}.`);
    const { limits, usage } = account;
    const rows = Object.entries(usage).map(([resource, used]) => ({
      resource,
      used,
      limit: Object.entries(limits).find(([name]) => name === resource)?.[1] ?? "unlimited",
    }));
    for (const line of toTable(rows)) terminal.out(line);
  },
});
