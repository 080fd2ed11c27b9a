import { createFrontdesk } from "@frontdesk/sdk";
import { type McpServer, ResourceNotFoundError, ResourceTemplate } from "@modelcontextprotocol/server";
import { toFencedPart } from "./fence.ts";
import { redact } from "./secrets.ts";
import { skillText } from "./skill.ts";
import type { State } from "./state.ts";

const skillUri = "skill://svc-tunnel/SKILL.md";

/** The skill, and a mail by its id. Nothing essential: few clients let a model read resources. */
export function attachResources(server: McpServer, { settings }: State, log: (line: string) => void): void {
  server.registerResource(
    "svc-tunnel",
    skillUri,
    {
      title: "Skill: codes and tunnels",
      description: "How to use Frontdesk, with the commands",
      mimeType: "text/markdown",
    },
    async () => ({ contents: [{ uri: skillUri, mimeType: "text/markdown", text: skillText(settings.baseUrl) }] }),
  );
  server.registerResource(
    "mail",
    new ResourceTemplate("frontdesk://mail/{mailbox}/{id}", { list: undefined }),
    {
      title: "A mail",
      description: "One mail of a mailbox, fenced: its content is from a stranger",
      mimeType: "text/plain",
    },
    async (uri, { mailbox, id }, ctx) => {
      const fetch = (request: Request) =>
        globalThis.fetch(request, { signal: AbortSignal.any([ctx.mcpReq.signal, AbortSignal.timeout(10_000)]) });
      try {
        const desk = createFrontdesk({ baseUrl: settings.baseUrl, accessKey: settings.key, fetch });
        const mail = await (await desk.mailboxes.open(String(mailbox))).message(String(id));
        return { contents: [{ uri: uri.href, mimeType: "text/plain", text: toFencedPart(mail, 1).text }] };
      } catch (error) {
        log(`A mail resource failed: ${redact(String(error), [settings.key])}`);
        throw new ResourceNotFoundError(uri.href);
      }
    },
  );
}
