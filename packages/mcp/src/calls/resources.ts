import { createFrontdesk } from "@frontdesk/sdk";
import {
  type McpServer,
  type ResourceLink,
  ResourceNotFoundError,
  ResourceTemplate,
} from "@modelcontextprotocol/server";
import { createSkills } from "../state/skill.ts";
import type { State } from "../state/state.ts";
import { fencePart } from "../text/fence.ts";
import { redact } from "../text/secrets.ts";

/** Names a mail in a resource URI. Includes the mailbox because only its key can read the mail. */
export interface MailReference {
  mailbox: string;
  messageId: string;
}

const mimeType = "text/plain";

/** A failure must show within this time, so requests are not retried. */
const readTimeoutMs = 10_000;

/**
 * Registers the skill document and mails as resources. Mails are not listed: clients get the URI of one with a tool's result.
 * Optional: few clients let a model read resources.
 */
export function attachResources(
  server: McpServer,
  { settings, send, skill }: State,
  log: (line: string) => void,
): void {
  createSkills(skill).attach(server);
  server.registerResource(
    "mail",
    new ResourceTemplate("frontdesk://mail/{mailbox}/{id}", { list: undefined }),
    {
      title: "A mail",
      description: "One mail of a mailbox, fenced: its content is from a stranger",
      mimeType,
    },
    async (uri, { mailbox, id }, ctx) => {
      const limits = { signal: ctx.mcpReq.signal, timeout: readTimeoutMs };
      const { baseUrl, key } = settings;
      try {
        const frontdesk = createFrontdesk({ retries: false, baseUrl, key, fetch: send });
        const firstPart = 1;
        const mail = await (await frontdesk.mailboxes.open(String(mailbox), limits)).message(String(id), limits);
        return { contents: [{ uri: uri.href, mimeType, text: fencePart(mail, firstPart, "mail_read").text }] };
      } catch (error) {
        log(`A mail resource failed: ${redact(String(error), [settings.key])}`);
        // The client learns only this: an error may contain text of a stranger.
        throw new ResourceNotFoundError(uri.href);
      }
    },
  );
}

/** Returns the link with which a client can attach a mail. */
export function toResourceLink({ mailbox, messageId }: MailReference): ResourceLink & { type: "resource_link" } {
  return { type: "resource_link", name: "mail", uri: `frontdesk://mail/${mailbox}/${messageId}`, mimeType };
}
