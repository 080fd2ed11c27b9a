import { CommandError, command, group, toTable, UsageError } from "@frontdesk/cli/framework";
import type { ArgsDef } from "citty";
import type { AccountRecord } from "../admin/admin.ts";
import { requestAdmin } from "./request-admin.ts";
import { commonFlags, loadSettings } from "./settings.ts";

const name = { type: "positional", required: true, description: "The account's name" } as const;
const accountFlags = {
  tier: { type: "string", description: "normal, vip, svip or ssvip" },
  "extra-mailboxes": {
    type: "string",
    valueHint: "n|unlimited",
    description: "Mailboxes in addition to the free ones",
  },
  "extra-sms-inboxes": {
    type: "string",
    valueHint: "n|unlimited",
    description: "SMS inboxes in addition to the free ones",
  },
} as const satisfies ArgsDef;

const create = command({
  name: "frontdesk account create",
  description: "Creates an account. Create its first key with `frontdesk key create --account NAME`.",
  args: { name, ...accountFlags, ...commonFlags },
  examples: ["frontdesk account create ci", "frontdesk account create shop --tier vip --extra-mailboxes 20"],
  async run(args, terminal) {
    const settings = loadSettings(args, terminal);
    const result = await requestAdmin({ do: "account add", name: args.name, ...toChanges(args) }, settings, terminal);
    if (settings.json) terminal.out(JSON.stringify(result));
    else for (const line of toTable([toRow(result.account)])) terminal.out(line);
  },
});

const list = command({
  name: "frontdesk account list",
  description: "Lists the accounts with their limits and usage.",
  args: commonFlags,
  examples: ["frontdesk account list", "frontdesk account list --storage lmdb:./desk --json"],
  async run(args, terminal) {
    const settings = loadSettings(args, terminal);
    const result = await requestAdmin({ do: "account list" }, settings, terminal);
    if (settings.json) terminal.out(JSON.stringify(result));
    else for (const line of toTable(result.accounts.map(toRow))) terminal.out(line);
  },
});

const set = command({
  name: "frontdesk account set",
  description: "Changes an account's tier or extras. Settings that are not given stay as they are.",
  args: { name, ...accountFlags, ...commonFlags },
  examples: ["frontdesk account set default --extra-mailboxes unlimited", "frontdesk account set shop --tier svip"],
  async run(args, terminal) {
    const settings = loadSettings(args, terminal);
    const changes = toChanges(args);
    if (Object.keys(changes).length === 0)
      throw new UsageError("Nothing to set: give --tier, --extra-mailboxes or --extra-sms-inboxes.");
    const result = await requestAdmin({ do: "account set", name: args.name, ...changes }, settings, terminal);
    if (settings.json) terminal.out(JSON.stringify(result));
    else for (const line of toTable([toRow(result.account)])) terminal.out(line);
  },
});

const remove = command({
  name: "frontdesk account delete",
  description: "Deletes an account with its keys, mailboxes, mails, SMS inboxes and subdomains.",
  args: { name, yes: { type: "boolean", description: "Skips the confirmation" }, ...commonFlags },
  examples: ["frontdesk account delete shop", "frontdesk account delete shop --yes --json"],
  async run(args, terminal) {
    const settings = loadSettings(args, terminal);
    if (!args.yes) {
      const answer = await terminal.ask(
        `Delete the account ${args.name} and everything it owns? This cannot be undone. [y/N] `,
      );
      if (answer === null) throw new UsageError("This deletes everything the account owns. Confirm with --yes.");
      if (!/^y(?:es)?$/i.test(answer.trim())) throw new CommandError("Nothing was deleted.");
    }
    const result = await requestAdmin({ do: "account remove", name: args.name }, settings, terminal);
    terminal.out(
      settings.json ? JSON.stringify({ deleted: result.removed }) : `Deleted the account ${result.removed}.`,
    );
  },
});

/** `frontdesk account …` */
export const account = group(
  "frontdesk account",
  "Creates, lists, changes and deletes accounts.",
  { create, list, set, delete: remove },
  ["frontdesk account list", "frontdesk account set default --extra-mailboxes unlimited"],
);

/** The flags of an account; `undefined` if not given. */
type Changes = { [flag in keyof typeof accountFlags]?: string | undefined };

/** Converts the flags to fields of an admin request. Only the flags that were given are included. */
function toChanges({ tier, "extra-mailboxes": mailboxes, "extra-sms-inboxes": smsInboxes }: Changes) {
  return {
    // The cast is harmless: the admin request's schema rejects unknown tiers.
    ...(tier === undefined ? {} : { tier: tier as AccountRecord["tier"] }),
    ...(mailboxes === undefined ? {} : { extra_mailboxes: mailboxes }),
    ...(smsInboxes === undefined ? {} : { extra_sms_tokens: smsInboxes }),
  };
}

/** Returns an account as a row of the printed table. */
function toRow({ name, tier, limits, usage }: AccountRecord) {
  const toUsage = (used: number, limit: number | null) => `${used} of ${limit ?? "unlimited"}`;
  return {
    NAME: name,
    TIER: tier,
    MAILBOXES: toUsage(usage.mailboxes, limits.mailboxes),
    "SMS INBOXES": toUsage(usage.sms_tokens, limits.sms_tokens),
    SUBDOMAINS: usage.subdomains,
  };
}
