import { command, group, toTable } from "@frontdesk/cli/framework";
import { requestAdmin } from "./request-admin.ts";
import { commonFlags, loadSettings } from "./settings.ts";

const accountFlag = {
  type: "string",
  valueHint: "name",
  default: "default",
  description: "The account the key belongs to",
} as const;

const create = command({
  name: "frontdesk key create",
  description: "Makes an agent key and prints it, this once.",
  args: {
    name: { type: "positional", required: false, description: "What the key is for", default: "command line" },
    account: accountFlag,
    scopes: { type: "string", valueHint: "list", description: "Comma-separated scopes; full access when absent" },
    expiry: { type: "string", valueHint: "time", description: "RFC 3339 time from which the key is refused" },
    ...commonFlags,
  },
  examples: [
    "frontdesk key create ci",
    "frontdesk key create reader --scopes mailbox:read,mailbox:create --expiry 2030-01-31T00:00:00Z",
    "frontdesk key create shop --account shop --json",
  ],
  async run(args, terminal) {
    const settings = loadSettings(args, terminal);
    const { name, account, scopes, expiry } = args;
    const given = { ...(scopes === undefined ? {} : { scopes }), ...(expiry === undefined ? {} : { expiry }) };
    const result = await requestAdmin({ do: "key create", account, name, ...given }, settings, terminal);
    if (settings.json) return terminal.out(JSON.stringify(result));
    terminal.out(result.agent_token.token);
    terminal.err(
      `Made the key ${result.agent_token.name} (${result.agent_token.id}). It is shown this once, so keep it.`,
    );
  },
});

const list = command({
  name: "frontdesk key list",
  description: "Lists an account's agent keys, without their values, which are not kept.",
  args: { account: accountFlag, ...commonFlags },
  examples: ["frontdesk key list", "frontdesk key list --account shop --json"],
  async run(args, terminal) {
    const settings = loadSettings(args, terminal);
    const result = await requestAdmin({ do: "key list", account: args.account }, settings, terminal);
    if (settings.json) return terminal.out(JSON.stringify(result));
    const rows = result.agent_tokens.map(({ id, name, scopes, expiry, last_used_at }) => ({
      ID: id,
      NAME: name,
      SCOPES: scopes ?? "full access",
      EXPIRY: expiry ?? "never",
      "LAST USED": last_used_at ?? "never",
    }));
    for (const line of toTable(rows)) terminal.out(line);
  },
});

const revoke = command({
  name: "frontdesk key revoke",
  description: "Revokes an agent key; the next request with it is refused.",
  args: {
    id: { type: "positional", required: true, description: "The key's id, as `frontdesk key list` shows it" },
    account: accountFlag,
    ...commonFlags,
  },
  examples: ["frontdesk key revoke 4k0z8w1c5h2m9q7x", "frontdesk key revoke 4k0z8w1c5h2m9q7x --account shop"],
  async run(args, terminal) {
    const settings = loadSettings(args, terminal);
    const result = await requestAdmin({ do: "key revoke", account: args.account, id: args.id }, settings, terminal);
    terminal.out(settings.json ? JSON.stringify(result) : `Revoked the key ${result.revoked}.`);
  },
});

/** `frontdesk key …` */
export const key = group("frontdesk key", "Makes, lists and revokes agent keys.", { create, list, revoke }, [
  "frontdesk key create ci",
  "frontdesk key list --account shop",
]);
