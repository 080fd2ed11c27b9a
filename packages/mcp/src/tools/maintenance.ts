import * as v from "valibot";
import { parameters } from "../calls/parameters.ts";
import { defineTool } from "../calls/tool.ts";
import { checkSecretsFolder, writeSecret } from "../text/secrets.ts";
import { findMailbox } from "./find-mailbox.ts";
import { findSmsInbox } from "./find-sms-inbox.ts";
import { findSubdomain } from "./find-subdomain.ts";

const { mailbox, smsInbox, subdomain } = parameters;

/** Tools that empty an inbox or rotate a secret. They cut off others, so they are opt-in. */
export const maintenanceTools = [
  defineTool({
    name: "mailbox_clear",
    title: "Clear mailbox",
    description:
      "Empties a mailbox: every stored message goes, name and key stay. Returns the address. Cannot be undone.",
    toolset: "maintenance",
    scope: "mailbox:delete",
    effect: "removes",
    input: { mailbox },
    output: { cleared: v.string() },
    listTool: "mailbox_list",
    /** Deletes all mails of a mailbox. */
    async run({ mailbox }, { frontdesk }) {
      const { id, address } = await findMailbox(frontdesk, mailbox);
      await frontdesk.mailboxes.clear(id);
      return { facts: { cleared: address } };
    },
  }),
  defineTool({
    name: "mailbox_rotate",
    title: "Rotate mailbox key",
    description:
      "Replaces the key of a mailbox; programs that hold the old one are locked out, tools here are not. Returns the address, never the key. Cannot be undone.",
    toolset: "maintenance",
    scope: "mailbox:renew",
    effect: "removes",
    idempotent: false,
    input: { mailbox },
    output: { rotated: v.string() },
    listTool: "mailbox_list",
    /** Gives a mailbox a new key, which ends access with the old one. */
    async run({ mailbox }, { frontdesk }) {
      const { id, address } = await findMailbox(frontdesk, mailbox);
      // The new key is not returned: tools find a mailbox by its name, so the model needs no key.
      await frontdesk.mailboxes.rotate(id);
      return { facts: { rotated: address } };
    },
  }),
  defineTool({
    name: "sms_inbox_rotate",
    title: "Rotate SMS key",
    description:
      "Replaces the key of an SMS inbox and writes the new one to a private file. Nothing more arrives until a person enters it on the phone. Cannot be undone.",
    toolset: "maintenance",
    scope: "sms:renew",
    effect: "removes",
    idempotent: false,
    input: { smsInbox },
    output: { rotated: v.string(), keyFile: v.string() },
    listTool: "sms_inbox_list",
    isLocal: true,
    /** Gives an SMS inbox a new key and writes it to a file, for the person who sets up the phone. */
    async run({ smsInbox }, { frontdesk, state, serverNow }) {
      const { id } = await findSmsInbox(frontdesk, smsInbox);
      await checkSecretsFolder(state.settings.secretsFolder);
      const { key } = await frontdesk.smsInboxes.rotate(id);
      // With the time, because the file of the old key may still be there.
      const keyFile = await writeSecret(state.settings.secretsFolder, `sms-${id}-${serverNow()}.key`, key);
      return { facts: { rotated: id, keyFile } };
    },
  }),
  defineTool({
    name: "subdomain_rotate",
    title: "Rotate tunnel token",
    description:
      "Replaces the secret that opens tunnels under a subdomain: running ones lose it, a later tunnel_start gets the new one by itself. Cannot be undone.",
    toolset: "maintenance",
    scope: "subdomain:renew",
    effect: "removes",
    idempotent: false,
    input: { subdomain },
    output: { rotated: v.string() },
    listTool: "subdomain_list",
    /** Gives a subdomain a new tunnel token and stops its tunnel, which uses the old one. */
    async run({ subdomain }, { frontdesk, state }) {
      const { id, domain } = await findSubdomain(frontdesk, subdomain, "subdomain_list");
      await frontdesk.subdomains.rotate(id);
      await state.tunnels.stop(id);
      return { facts: { rotated: domain } };
    },
  }),
];
