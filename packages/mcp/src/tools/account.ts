import * as v from "valibot";
import { defineTool } from "../calls/tool.ts";
import { explainHidden } from "../calls/tool-visibility.ts";
import { hidableTools } from "./hidable-tools.ts";

export const accountTools = [
  defineTool({
    name: "account_whoami",
    title: "Who am I",
    description:
      "Returns the account, the key's scopes, quotas with usage, and hidden toolsets with the reason. Use it first, or after a scope or quota error.",
    toolset: "account",
    effect: "reads",
    input: {},
    output: {
      account: v.string(),
      tier: v.string(),
      scopes: v.string(),
      expires: v.string(),
      quota: v.string(),
      hidden: v.array(v.string()),
    },
    /** Returns what the agent may use: account, scopes, quotas, and the tools that are hidden, with the reasons. */
    async run(_args, { frontdesk, state }) {
      const { account, agent_token } = await frontdesk.account();
      const { limits, usage } = account;
      // `null` is no limit. A server without SMS inboxes sends no numbers of them.
      const toQuota = (used: number, limit: number | null | undefined) => `${used} of ${limit ?? "unlimited"}`;
      const quotas = [
        `mailboxes ${toQuota(usage.mailboxes, limits.mailboxes)}`,
        ...(usage.sms_tokens === undefined ? [] : [`SMS inboxes ${toQuota(usage.sms_tokens, limits.sms_tokens)}`]),
        `subdomains ${usage.subdomains}`,
      ];
      return {
        facts: {
          account: account.name,
          tier: account.tier,
          scopes: agent_token.scopes ?? "all",
          expires: agent_token.expiry ?? "never",
          quota: quotas.join(", "),
          hidden: explainHidden(state, agent_token.scopes, hidableTools),
        },
      };
    },
  }),
];
