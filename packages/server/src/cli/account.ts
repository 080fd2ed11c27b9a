import {
  CommandError,
  type CommandParts,
  createGroup,
  type Terminal,
  toTable,
  UsageError,
} from "@frontdesk/basics/command-line";
import type { AccountRecord } from "../admin/admin.ts";
import { printAdmin } from "./print-admin.ts";
import { requestAdmin } from "./request-admin.ts";
import { createStorageCommand, loadSettings } from "./settings.ts";

/** Creates a command with the account's name and the flags that set its limits, for `account create` and `account set`. */
function createAccountCommand(terminal: Terminal, parts: CommandParts) {
  return createStorageCommand(terminal, parts)
    .argument("<name>", "The account's name")
    .option("--tier <tier>", "normal, vip, svip or ssvip")
    .option("--extra-mailboxes <n|unlimited>", "Mailboxes in addition to the free ones")
    .option("--extra-sms-inboxes <n|unlimited>", "SMS inboxes in addition to the free ones");
}

/** `frontdesk account create` */
function create(terminal: Terminal) {
  return createAccountCommand(terminal, {
    name: "create",
    description: "Creates an account. Create its first key with `frontdesk key create --account NAME`.",
    examples: ["frontdesk account create ci", "frontdesk account create shop --tier vip --extra-mailboxes 20"],
  }).action(async (name, flags) => {
    const settings = loadSettings(flags, terminal);
    await printAdmin({ do: "account add", name, ...toChanges(flags) }, settings, terminal, toLines);
  });
}

/** `frontdesk account list` */
function list(terminal: Terminal) {
  return createStorageCommand(terminal, {
    name: "list",
    description: "Lists the accounts with their limits and usage.",
    examples: ["frontdesk account list", "frontdesk account list --storage lmdb:./desk --json"],
  }).action(async (flags) => {
    const settings = loadSettings(flags, terminal);
    await printAdmin({ do: "account list" }, settings, terminal, ({ accounts }) => toTable(accounts.map(toRow)));
  });
}

/** `frontdesk account set` */
function set(terminal: Terminal) {
  return createAccountCommand(terminal, {
    name: "set",
    description: "Changes an account's tier or extras. Settings that are not given stay as they are.",
    examples: ["frontdesk account set default --extra-mailboxes unlimited", "frontdesk account set shop --tier svip"],
  }).action(async (name, flags) => {
    const settings = loadSettings(flags, terminal);
    const changes = toChanges(flags);
    if (Object.keys(changes).length === 0)
      throw new UsageError("Nothing to set: give --tier, --extra-mailboxes or --extra-sms-inboxes.");
    await printAdmin({ do: "account set", name, ...changes }, settings, terminal, toLines);
  });
}

/** `frontdesk account delete`: asks for confirmation, unless `--yes` is given. */
function remove(terminal: Terminal) {
  return createStorageCommand(terminal, {
    name: "delete",
    description: "Deletes an account with its keys, mailboxes, mails, SMS inboxes and subdomains.",
    examples: ["frontdesk account delete shop", "frontdesk account delete shop --yes --json"],
  })
    .argument("<name>", "The account's name")
    .option("--yes", "Skips the confirmation")
    .action(async (name, { yes, ...flags }) => {
      const settings = loadSettings(flags, terminal);
      if (!yes) {
        const answer = await terminal.ask(
          `Delete the account ${name} and everything it owns? This cannot be undone. [y/N] `,
        );
        // `null` without a terminal, where nobody can be asked.
        if (answer === null) throw new UsageError("This deletes everything the account owns. Confirm with --yes.");
        if (!/^y(?:es)?$/i.test(answer.trim())) throw new CommandError("Nothing was deleted.");
      }
      const { removed: deleted } = await requestAdmin({ do: "account remove", name }, settings, terminal);
      terminal.out(settings.json ? JSON.stringify({ deleted }) : `Deleted the account ${deleted}.`);
    });
}

/** `frontdesk account …` */
export function account(terminal: Terminal) {
  return createGroup(terminal, [create, list, set, remove], {
    name: "account",
    description: "Creates, lists, changes and deletes accounts.",
    examples: ["frontdesk account list", "frontdesk account set default --extra-mailboxes unlimited"],
  });
}

/** Returns the table of one account. */
const toLines = ({ account }: { account: AccountRecord }) => toTable([toRow(account)]);

type AccountFlags = ReturnType<ReturnType<typeof createAccountCommand>["opts"]>;

/** Converts the flags to fields of an admin request. Only the flags that were given are included. */
function toChanges({ tier, extraMailboxes, extraSmsInboxes }: AccountFlags) {
  return {
    // The cast is harmless: the admin request's schema rejects unknown tiers.
    ...(tier === undefined ? {} : { tier: tier as AccountRecord["tier"] }),
    ...(extraMailboxes === undefined ? {} : { extra_mailboxes: extraMailboxes }),
    ...(extraSmsInboxes === undefined ? {} : { extra_sms_tokens: extraSmsInboxes }),
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
