import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { toSkill } from "../../src/agents/skill.ts";
import type { Services } from "../../src/context.ts";
import { parseOptions } from "../../src/options/options.ts";
import { version } from "../../src/version.ts";

const source = readFileSync(new URL("../../../../docs/skill/svc-tunnel/SKILL.md", import.meta.url), "utf8");

/** The lines that the document has only as it is, and only for this server. */
function changes(publicUrl: string, options: Parameters<typeof parseOptions>[0]) {
  const services = { facts: { publicUrl }, options: parseOptions(options) };
  const before = source.replaceAll("http://localhost:8787", publicUrl).split("\n");
  const after = toSkill(services as Pick<Services, "facts" | "options">).split("\n");
  const without = (lines: string[], others: string[]) => lines.filter((line) => !others.includes(line));
  return { removed: without(before, after), added: without(after, before) };
}
const at = (url: string) => source.replaceAll("http://localhost:8787", url).split("\n");
const lineWith = (text: string, url: string) => at(url).filter((line) => line.includes(text));

test("the skill of a server whose programs may be run has its URL, and is unchanged otherwise", () => {
  for (const url of ["https://desk.example.com", "http://localhost:9000"])
    expect(changes(url, {})).toEqual({ removed: [], added: [] });
});

test("the skill of a server at a plain http URL names installed programs, and says why", () => {
  const url = "http://desk.example.com";
  const reason =
    "This server's URL is plain http, so do not run programs from it. Ask its operator for https, or for a copy of the program.";
  const removed = lineWith(".tgz", url);
  expect(removed.length).toBeGreaterThan(1);
  expect(changes(url, {})).toEqual({
    removed,
    added: removed.map((line) =>
      line.startsWith("Use the first way")
        ? `${line.replace(` (\`npx -y ${url}/downloads/frontdesk-mcp.tgz\`)`, "")} ${reason}`
        : line.replaceAll(`npx -y ${url}/downloads/frontdesk-tunnel.tgz`, "frontdesk-tunnel"),
    ),
  });
});

test("the skill names the published packages once they are", () => {
  const url = "http://desk.example.com";
  const removed = lineWith(".tgz", url);
  const added = removed.map((line) =>
    line.replace(/http:\S+frontdesk-(mcp|tunnel)\.tgz/g, (_, name) => `@frontdesk/${name}@${version}`),
  );
  expect(changes(url, { packagesPublished: true })).toEqual({ removed, added });
});

test("the skill of the earlier edition lacks the section about SMS, and has all others", () => {
  const url = "https://desk.example.com";
  const headings = (lines: string[]) => lines.filter((line) => line.startsWith("## "));
  const { removed, added } = changes(url, { edition: "earlier" });
  expect(headings(removed)).toEqual(["## Receive a code by SMS"]);
  const description = lineWith("description:", url);
  expect(added).toEqual(description.map((line) => line.replace(" by e-mail or SMS", " by e-mail")));
  const services = { facts: { publicUrl: url }, options: parseOptions({ edition: "earlier" }) };
  const document = toSkill(services as Pick<Services, "facts" | "options">);
  expect(headings(document.split("\n"))).toEqual(headings(at(url)).filter((line) => !line.includes("SMS")));
});
