import { createHash } from "node:crypto";
import type { H3 } from "h3";
import { toPackageSpec, unsafeDownloadReason } from "../agents/client-packages.ts";
import { toSkill } from "../agents/skill.ts";
import type { Services } from "../context.ts";
import { commonHeaders, toDocumentResponse, toJsonResponse } from "./responses.ts";

const skillPath = "/downloads/svc-tunnel-skill.md";

/** Lines of the front matter with which the skill document begins. */
const frontMatterName = /^name: (.+)$/m;
const frontMatterDescription = /^description: (.+)$/m;

/** Serves what AI agents look for besides the API: the skill document, the skill index and `llms.txt`. */
export function attachAgentPages(app: H3, services: Services): void {
  // Registers HEAD alone, because GET is an operation of the contract.
  app.on("HEAD", skillPath, ({ req }) => toDocumentResponse(toSkill(services), "text/markdown", req));
  app.get("/.well-known/agent-skills/index.json", () => {
    const body = toSkill(services);
    return toJsonResponse({
      $schema: "https://schemas.agentskills.io/discovery/0.2.0/schema.json",
      skills: [
        {
          name: frontMatterName.exec(body)?.[1] ?? "",
          type: "skill-md",
          description: frontMatterDescription.exec(body)?.[1] ?? "",
          url: skillPath,
          digest: `sha256:${toSha256(body)}`,
        },
      ],
    });
  });
  app.get(
    "/llms.txt",
    () =>
      new Response(toOverview(services), {
        headers: { "content-type": "text/plain; charset=utf-8", ...commonHeaders },
      }),
  );
}

function toSha256(text: string): string {
  return createHash("sha256").update(text).digest("hex");
}

/** Returns the lines of `llms.txt` that say how to run the client packages, or one line with the reason why they must not be downloaded. */
function toClientList(services: Services): string {
  const unsafeReason = unsafeDownloadReason(services);
  if (unsafeReason !== null) return `- MCP server, command and SDK: ${unsafeReason}`;
  const env = `with FRONTDESK_KEY and FRONTDESK_URL=${services.facts.publicUrl}`;
  return [
    `- MCP server: \`npx -y ${toPackageSpec(services, "mcp")}\` ${env}`,
    `- Command for people and scripts: \`npx -y ${toPackageSpec(services, "cli")} --help\` ${env}`,
    `- SDK for programs: \`npm install ${toPackageSpec(services, "sdk")}\``,
  ].join("\n");
}

/** Renders `llms.txt`: what this server offers, with links. */
function toOverview(services: Services): string {
  const { facts, options } = services;
  const base = facts.publicUrl;
  // The earlier edition of the API, which a server can be set to, has no SMS inboxes.
  const hasSms = options.edition === "later";
  return `# Frontdesk

> Mail addresses${hasSms ? ", SMS inboxes" : ""} and tunnels for programs: receive verification codes under ${options.mailDomain}, and put a local port under ${options.tunnelDomain}.

Every call but the public ones sends \`Authorization: Bearer <key>\`. Errors are \`{"error": "<sentence>", "code": "<word>"}\`; the sentence says what to do.

## Start here

- [Skill](${base}${skillPath}): tunnels and codes step by step, with commands
${toClientList(services)}

- MCP with nothing to install: ${base}/mcp, streamable HTTP, with \`Authorization: Bearer <key>\`

## Reference

- [API](${base}/openapi.yaml): every path, field, scope and error code, as OpenAPI 3.1
- [API as a page](${base}/docs): the same, to read
- [Limits](${base}/svc-api/server/version): version, domains, limits and retention of this server

## Optional

- [Discovery index](${base}/.well-known/agent-skills/index.json): the skill with its digest
- [Health](${base}/healthz): whether the storage works
`;
}
