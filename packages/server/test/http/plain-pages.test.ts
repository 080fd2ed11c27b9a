import { expect, onTestFinished, test } from "vitest";
import { openDesk } from "../api/harness.ts";

async function pageOf(path: string, options: Parameters<typeof openDesk>[0]): Promise<string> {
  const desk = await openDesk({ mailDomain: "mail.test", tunnelDomain: "tunnels.test", ...options });
  onTestFinished(() => desk.server.close());
  return (await desk.server.fetch(new Request(`http://desk.test${path}`))).text();
}

/** What a person reads of a page. */
const toText = (html: string) =>
  html
    .replace(/<style>.*<\/style>/s, "")
    .replaceAll(/<[^>]+>/g, "")
    .replace(/Version \S+\./, "Version 1.")
    .replaceAll("&#60;", "<")
    .replaceAll("&lt;", "<")
    .replaceAll("&gt;", ">")
    .split("\n")
    .filter((line) => line.trim() !== "");

const curl = [
  "curl -X POST https://desk.test/svc-api/mailbox/register \\",
  '  -H "Authorization: Bearer $FRONTDESK_KEY" \\',
  `  -H "Content-Type: application/json" -d '{"name":"signup"}'`,
];
const firstKey =
  "The first key was printed when the server started on empty storage. frontdesk key create makes another.";

test.each([
  ["later", true, "Mailboxes, SMS inboxes and tunnels", "/healthz, /metrics"],
  ["earlier", false, "Mailboxes and tunnels", "/healthz"],
] as const)(
  "the page of a server of the %s edition says what it serves and how to begin (metrics: %s)",
  async (edition, publicMetrics, offers, forOperators) => {
    const options = { edition, publicMetrics, dashboard: false, publicUrl: "https://desk.test/" };
    expect(toText(await pageOf("/", options))).toEqual([
      "Frontdesk",
      "Frontdesk",
      `${offers} that hand verification codes to your program. Version 1.`,
      "API reference/docs, as YAML or JSON",
      "Mailboxes<name>@mail.test, SMTP at off",
      "Tunnels<name>.tunnels.test",
      "For agentsthe skill document",
      `For operators${forOperators}`,
      firstKey,
      ...curl,
    ]);
  },
);

const overview = (offers: string, clients: string) => `# Frontdesk

> Mail addresses${offers} and tunnels for programs: receive verification codes under mail.test, and put a local port under tunnels.test.

Every call but the public ones sends \`Authorization: Bearer <key>\`. Errors are \`{"error": "<sentence>", "code": "<word>"}\`; the sentence says what to do.

## Start here

- [Skill](https://desk.test/downloads/svc-tunnel-skill.md): tunnels and codes step by step, with commands
${clients}

- MCP with nothing to install: https://desk.test/mcp, streamable HTTP, with \`Authorization: Bearer <key>\`

## Reference

- [API](https://desk.test/openapi.yaml): every path, field, scope and error code, as OpenAPI 3.1
- [API as a page](https://desk.test/docs): the same, to read
- [Limits](https://desk.test/svc-api/server/version): version, domains, limits and retention of this server

## Optional

- [Discovery index](https://desk.test/.well-known/agent-skills/index.json): the skill with its digest
- [Health](https://desk.test/healthz): whether the storage works
`;

const published = [
  "- MCP server: `npx -y @frontdesk/mcp@1` with FRONTDESK_KEY and FRONTDESK_URL=https://desk.test",
  "- Command for people and scripts: `npx -y @frontdesk/cli@1 --help` with FRONTDESK_KEY and FRONTDESK_URL=https://desk.test",
  "- SDK for programs: `npm install @frontdesk/sdk@1`",
].join("\n");

test.each([
  ["later", ", SMS inboxes"],
  ["earlier", ""],
] as const)("llms.txt of a server of the %s edition says where an agent begins", async (edition, offers) => {
  const text = await pageOf("/llms.txt", { edition, publicUrl: "https://desk.test", packagesPublished: true });
  expect(text.replaceAll(/(@frontdesk\/\w+)@[^\s`]+/g, "$1@1")).toBe(overview(offers, published));
});
