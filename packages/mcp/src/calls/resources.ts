import { createFrontdesk } from "@frontdesk/sdk";
import {
  type McpServer,
  type ResourceLink,
  ResourceNotFoundError,
  ResourceTemplate,
} from "@modelcontextprotocol/server";
import { createSkills } from "../state/skill.ts";
import type { State } from "../state/state.ts";
import { toFencedPart } from "../text/fence.ts";
import { redact } from "../text/secrets.ts";

/** A mail, for clients that let a person attach it. The mailbox is in it because only its own key opens a mail. */
export interface MailReference {
  mailbox: string;
  messageId: string;
}

const mimeType = "text/plain";

/** The skill, and a mail by its id. Nothing essential: few clients let a model read resources. */
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
      const limits = { signal: ctx.mcpReq.signal, timeout: 10_000 };
      const { baseUrl, key } = settings;
      try {
        const desk = createFrontdesk({ retries: false, baseUrl, key, fetch: send });
        const mail = await (await desk.mailboxes.open(String(mailbox), limits)).message(String(id), limits);
        return { contents: [{ uri: uri.href, mimeType, text: toFencedPart(mail, 1, "mail_read").text }] };
      } catch (error) {
        log(`A mail resource failed: ${redact(String(error), [settings.key])}`);
        throw new ResourceNotFoundError(uri.href);
      }
    },
  );
}

export function toResourceLink({ mailbox, messageId }: MailReference): ResourceLink & { type: "resource_link" } {
  return { type: "resource_link", name: "mail", uri: `frontdesk://mail/${mailbox}/${messageId}`, mimeType };
}
