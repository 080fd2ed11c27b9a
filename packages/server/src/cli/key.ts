import { createGroup, type Terminal, toTable } from "@frontdesk/basics/command-line";
import { printAdmin } from "./print-admin.ts";
import { requestAdmin } from "./request-admin.ts";
import { createStorageCommand, loadSettings } from "./settings.ts";

const accountFlag = ["--account <name>", "Account that the key belongs to (default: default)", "default"] as const;

/** `frontdesk key create` */
function create(terminal: Terminal) {
  return createStorageCommand(terminal, {
    name: "create",
    description: "Creates an agent key and prints it. It is shown only this once.",
    examples: [
      "frontdesk key create ci",
      "frontdesk key create reader --scopes mailbox:read,mailbox:create --expiry 2030-01-31T00:00:00Z",
      "frontdesk key create shop --account shop --json",
    ],
  })
    .argument("[name]", "Name of the key, such as what it is for (default: command line)", "command line")
    .option(...accountFlag)
    .option("--scopes <list>", "Scopes, comma-separated; full access if not given")
    .option("--expiry <time>", "RFC 3339 time at which the key expires")
    .action(async (name, { account, scopes, expiry, ...flags }) => {
      const settings = loadSettings(flags, terminal);
      const restrictions = { ...(scopes === undefined ? {} : { scopes }), ...(expiry === undefined ? {} : { expiry }) };
      const result = await requestAdmin({ do: "key create", account, name, ...restrictions }, settings, terminal);
      if (settings.json) return terminal.out(JSON.stringify(result));
      // The key alone on stdout, for scripts.
      terminal.out(result.agent_token.token);
      terminal.err(
        `Created the key ${result.agent_token.name} (${result.agent_token.id}). Save it; it is shown only this once.`,
      );
    });
}

/** `frontdesk key list` */
function list(terminal: Terminal) {
  return createStorageCommand(terminal, {
    name: "list",
    description: "Lists an account's agent keys. The keys themselves are not stored and cannot be shown.",
    examples: ["frontdesk key list", "frontdesk key list --account shop --json"],
  })
    .option(...accountFlag)
    .action(async ({ account, ...flags }) => {
      const settings = loadSettings(flags, terminal);
      await printAdmin({ do: "key list", account }, settings, terminal, (result) =>
        toTable(
          result.agent_tokens.map(({ id, name, scopes, expiry, last_used_at }) => ({
            ID: id,
            NAME: name,
            SCOPES: scopes ?? "full access",
            EXPIRY: expiry ?? "never",
            "LAST USED": last_used_at ?? "never",
          })),
        ),
      );
    });
}

/** `frontdesk key revoke` */
function revoke(terminal: Terminal) {
  return createStorageCommand(terminal, {
    name: "revoke",
    description: "Revokes an agent key. It is rejected from the next request on.",
    examples: ["frontdesk key revoke 4k0z8w1c5h2m9q7x", "frontdesk key revoke 4k0z8w1c5h2m9q7x --account shop"],
  })
    .argument("<id>", "Id of the key, from `frontdesk key list`")
    .option(...accountFlag)
    .action(async (id, { account, ...flags }) => {
      const settings = loadSettings(flags, terminal);
      await printAdmin({ do: "key revoke", account, id }, settings, terminal, ({ revoked }) => [
        `Revoked the key ${revoked}.`,
      ]);
    });
}

/** `frontdesk key …` */
export function key(terminal: Terminal) {
  return createGroup(terminal, [create, list, revoke], {
    name: "key",
    description: "Creates, lists and revokes agent keys.",
    examples: ["frontdesk key create ci", "frontdesk key list --account shop"],
  });
}
