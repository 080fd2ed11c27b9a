import { command, group, toTable } from "@frontdesk/cli/framework";
import { requestAdmin } from "./request-admin.ts";
import { commonFlags, loadSettings } from "./settings.ts";

const accountFlag = {
  type: "string",
  valueHint: "name",
  default: "default",
  description: "Account that the key belongs to",
} as const;

const create = command({
  name: "frontdesk key create",
  description: "Creates an agent key and prints it. It is shown only this once.",
  args: {
    name: {
      type: "positional",
      required: false,
      description: "Name of the key, such as what it is for",
      default: "command line",
    },
    account: accountFlag,
    scopes: { type: "string", valueHint: "list", description: "Scopes, comma-separated; full access if not given" },
    expiry: { type: "string", valueHint: "time", description: "RFC 3339 time at which the key expires" },
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
    const restrictions = { ...(scopes === undefined ? {} : { scopes }), ...(expiry === undefined ? {} : { expiry }) };
    const result = await requestAdmin({ do: "key create", account, name, ...restrictions }, settings, terminal);
    if (settings.json) return terminal.out(JSON.stringify(result));
    terminal.out(result.agent_token.token);
    terminal.err(
      `Created the key ${result.agent_token.name} (${result.agent_token.id}). Save it; it is shown only this once.`,
    );
  },
});

const list = command({
  name: "frontdesk key list",
  description: "Lists an account's agent keys. The keys themselves are not stored and cannot be shown.",
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
  description: "Revokes an agent key. It is rejected from the next request on.",
  args: {
    id: { type: "positional", required: true, description: "Id of the key, from `frontdesk key list`" },
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
export const key = group("frontdesk key", "Creates, lists and revokes agent keys.", { create, list, revoke }, [
  "frontdesk key create ci",
  "frontdesk key list --account shop",
]);
