import { asking, connect, connectionFlags } from "../connection.ts";
import { command, toTable } from "../kit/index.ts";

/** `frontdesk status`: whose key this is, what it may do, and how much room is left. */
export const status = command({
  name: "frontdesk status",
  description: "Says which account the key belongs to, what it may do, and how much room is left.",
  args: connectionFlags,
  examples: ["frontdesk status", "frontdesk status --url https://desk.example.com --key-file ~/.frontdesk-key"],
  async run(args, terminal) {
    const { url, frontdesk } = connect(args, terminal);
    const { account, agent_token } = await asking(url, () => frontdesk.account());
    if (args.json) return terminal.out(JSON.stringify({ url, account, agent_token }));

    terminal.out(`${url} answers. Account ${account.name} (${account.tier}), scopes ${agent_token.scopes ?? "all"}.`);
    const { limits, usage } = account;
    const rows = Object.entries(usage).map(([what, used]) => ({
      what,
      used,
      limit: Object.entries(limits).find(([name]) => name === what)?.[1] ?? "unlimited",
    }));
    for (const line of toTable(rows)) terminal.out(line);
  },
});
