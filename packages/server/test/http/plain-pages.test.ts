import { readFileSync } from "node:fs";
import { expect, onTestFinished, test } from "vitest";
import type { Services } from "../../src/context.ts";
import { toHomePage, toUnbuiltReferencePage } from "../../src/http/pages.ts";
import { parseOptions } from "../../src/options/options.ts";
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

const ofServer = [
  "- MCP server: `npx -y https://desk.test/downloads/frontdesk-mcp.tgz` with FRONTDESK_KEY and FRONTDESK_URL=https://desk.test",
  "- Command for people and scripts: `npx -y https://desk.test/downloads/frontdesk-cli.tgz --help` with FRONTDESK_KEY and FRONTDESK_URL=https://desk.test",
  "- SDK for programs: `npm install https://desk.test/downloads/frontdesk-sdk.tgz`",
].join("\n");
const unsafe =
  "- MCP server, command and SDK: This server's URL is plain http, so do not run programs from it. Ask its operator for https, or for a copy of the program.";

test.each([
  ["https://desk.test", ofServer],
  ["http://desk.test", unsafe],
])("llms.txt of a server at %s says how to run its programs, or why not", async (publicUrl, clients) => {
  const text = await pageOf("/llms.txt", { publicUrl });
  expect(text.replaceAll(publicUrl, "https://desk.test")).toBe(overview(", SMS inboxes", clients));
});

test("the index of skills is about the skill document, as its front matter says", async () => {
  const [, description] = /^description: (.*)$/m.exec(
    readFileSync(new URL("../../../../docs/skill/svc-tunnel/SKILL.md", import.meta.url), "utf8"),
  )!;
  expect(JSON.parse(await pageOf("/.well-known/agent-skills/index.json", {}))).toEqual({
    $schema: "https://schemas.agentskills.io/discovery/0.2.0/schema.json",
    skills: [
      {
        name: "svc-tunnel",
        type: "skill-md",
        description,
        url: "/downloads/svc-tunnel-skill.md",
        digest: expect.stringMatching(/^sha256:[0-9a-f]{64}$/),
      },
    ],
  });
});

test.each([
  ["mail.test", 2_525, "mail.test:2525"],
  ["::1", 25, "[::1]:25"],
  ["mail.test", null, "off"],
])("the page of a server whose SMTP listens at %s, port %s, names %s", (smtpHost, smtpPort, shown) => {
  const services = { options: parseOptions({ smtpHost }), facts: { publicUrl: "https://desk.test", smtpPort } };
  const line = toText(toHomePage(services as Services)).find((each) => each.startsWith("Mailboxes<"));
  expect(line?.split(", SMTP at ")[1]).toBe(shown);
});

test("the page of a reference that was not built says how to build it, and links the contract", () => {
  const page = toUnbuiltReferencePage();
  expect(toText(page)).toEqual([
    "Frontdesk API",
    "API reference",
    "The reference was not built. npm run setup builds it. The contract itself: YAML,",
    "JSON.",
  ]);
  expect([...page.matchAll(/href="([^"]*)"/g)].map(([, link]) => link)).toEqual(["/openapi.yaml", "/openapi.json"]);
});
