import { readdirSync, readFileSync } from "node:fs";

/** Folders of docs/ in the order of the sidebar, and the pages that come first in each. */
const sections = [
  { text: "Tutorials", folder: "tutorials", first: ["first-code", "test-a-sign-up", "agent-signs-up"] },
  { text: "How-to", folder: "how-to", first: ["apps", "mcp", "phones", "tunnels", "webhooks", "deploy"] },
  {
    text: "Reference",
    folder: "reference",
    first: [
      "configuration",
      "cli",
      "cli-server",
      "sdk",
      "sdk-inboxes",
      "sdk-codes",
      "sdk-types",
      "testing",
      "mcp-tools",
      "errors",
    ],
  },
  { text: "Explanation", folder: "explanation", first: ["waiting", "credentials", "reliability", "security-model"] },
  { text: "Compare", folder: "compare", first: [] },
  { text: "Migrate", folder: "migrate", first: [] },
  { text: "Contributing", folder: "contributing", first: [] },
];

/** Returns the sidebar: all pages of each folder, so that a new page appears without a change here. */
export function readSidebar(docs: string) {
  return sections.map(({ text, folder, first }) => {
    const names = readdirSync(`${docs}${folder}`, { recursive: true, encoding: "utf8" })
      .filter((path) => path.endsWith(".md"))
      .map((path) => path.replace(/\.md$/, "").replaceAll("\\", "/"))
      .sort();
    const ordered = [...first, ...names.filter((name) => !first.includes(name))];
    const items = ordered.map((name) => ({
      text: readTitle(`${docs}${folder}/${name}.md`),
      link: `/${folder}/${name}`,
    }));
    return { text, items, collapsed: folder === "contributing" };
  });
}

function readTitle(file: string): string {
  const [, title] = /^# (.+)$/m.exec(readFileSync(file, "utf8")) ?? [];
  if (title === undefined) throw new Error(`${file} has no title`);
  return title;
}
