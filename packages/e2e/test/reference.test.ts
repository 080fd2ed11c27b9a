import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { createMcpCommand } from "../../mcp/src/state/settings.ts";
import { tools } from "../../mcp/src/tools/index.ts";
import { allCommands } from "../../server/src/cli/frontdesk.ts";
import { secretOptions, toVariable } from "../../server/src/cli/settings.ts";
import { toFlag } from "../../server/src/options/option-kinds.ts";
import { optionsSchema } from "../../server/src/options/options.ts";
import { createTunnelCommand } from "../../tunnel/src/cli/command.ts";
import { apiMeanings } from "../scripts/reference/error-meanings.ts";
import { codesInEdgeSources } from "../scripts/reference/errors.ts";
import { exportsPages } from "../scripts/reference/exports.ts";
import { root } from "./documents.ts";

const read = (page: string) => readFileSync(`${root}docs/reference/${page}`, "utf8");

/** Names in the export lists of a source file, types included. */
function exportedNames(file: string): string[] {
  const text = readFileSync(`${root}${file}`, "utf8");
  const lists = [...text.matchAll(/export (?:type )?\{([^}]*)\}/g)].flatMap(([, list = ""]) => list.split(","));
  const declared = [...text.matchAll(/^export (?:async )?(?:const|function|class|interface|type) (\w+)/gm)].map(
    ([, name]) => name!,
  );
  const listed = lists.map((entry) =>
    entry
      .replace(/\/\/.*$/gm, "")
      .replace(/^\s*type /, "")
      .split(" as ")
      .at(-1)!
      .trim(),
  );
  return [...listed.filter(Boolean), ...declared, ...(/^export default /m.test(text) ? ["default"] : [])];
}

test("the page of settings has each flag and variable", () => {
  const page = read("configuration.md");
  // The cast is true: Object.keys loses the keys' types.
  const names = Object.keys(optionsSchema.entries) as (keyof typeof optionsSchema.entries)[];
  expect(names.length).toBeGreaterThan(50);
  expect(names.filter((name) => !page.includes(`\`${toVariable(name)}\``))).toEqual([]);
  const flags = names.filter((name) => !secretOptions.includes(name)).map((name) => `\`--${toFlag(name)}\``);
  expect(flags.filter((flag) => !page.includes(flag))).toEqual([]);
  for (const secret of secretOptions) expect(page).not.toContain(`\`--${toFlag(secret)}\``);
});

test("the pages of commands have each command and flag that --help shows", async () => {
  const page = read("cli.md") + read("cli-server.md");
  const terminal = { env: {}, out() {}, err() {}, ask: async () => null };
  const loaded = await Promise.all(Object.values(allCommands).map(async (load) => (await load())(terminal)));
  const programs = [...loaded, createTunnelCommand(terminal), createMcpCommand(terminal)];
  const commands = programs.flatMap((command) => [command, ...command.commands]);
  expect(commands.length).toBeGreaterThan(20);
  for (const command of commands) {
    const parent = command.parent ? ` ${command.parent.name()}` : "";
    expect(page).toContain(`Usage: frontdesk${parent} ${command.name()}`.replace(/frontdesk (frontdesk-)/, "$1"));
    for (const { long, hidden } of command.options) if (!hidden) expect(page).toContain(long);
  }
});

test("the page of tools has each tool and parameter", () => {
  const sections = new Map(
    read("mcp-tools.md")
      .split("\n### ")
      .map((part) => [part.split("\n", 1)[0], part]),
  );
  expect(tools.length).toBeGreaterThan(20);
  for (const { name, input } of tools)
    for (const parameter of Object.keys(input.entries)) expect(sections.get(name), name).toContain(`\`${parameter}\``);
  expect(tools.filter(({ name }) => !sections.has(name))).toEqual([]);
});

test("the page of errors has each code of the API and of tunnels", () => {
  const page = read("errors.md");
  const edgeCodes = codesInEdgeSources();
  expect(edgeCodes.length).toBeGreaterThan(10);
  const missing = [...Object.keys(apiMeanings), ...edgeCodes].filter((code) => !page.includes(`\`${code}\``));
  expect(missing).toEqual([]);
});

test.each(
  Object.values(exportsPages).flatMap(({ folder, entries }) =>
    Object.entries(entries).map(([name, entry]) => [name, `${folder}${entry}.ts`] as const),
  ),
)("the pages have each export of %s", (name, source) => {
  const pages = Object.keys(exportsPages).map(read);
  const sections = pages.map((page) => page.split(`\n## ${name}\n`)[1]?.split(/^## /m)[0] ?? "").join("\n");
  const exported = exportedNames(source);
  expect(exported).not.toEqual([]);
  // What another package made is only named.
  const isNamed = (each: string) => pages.some((page) => page.split("\n## ")[0]?.includes(`\`${each}\``));
  const isShown = (each: string) => new RegExp(`^### ${each}\\b`, "m").test(sections) || isNamed(each);
  expect(exported.filter((each) => !isShown(each))).toEqual([]);
});

test("the pages of exports have each entry of the published libraries", () => {
  const documented = Object.values(exportsPages).flatMap(({ entries }) => Object.keys(entries));
  const published = ["sdk", "server", "testing", "tunnel"].flatMap((folder) => {
    const manifest = JSON.parse(readFileSync(`${root}packages/${folder}/package.json`, "utf8")) as {
      name: string;
      exports: Record<string, unknown>;
      publishConfig?: { exports?: Record<string, unknown> };
    };
    const paths = Object.keys(manifest.publishConfig?.exports ?? manifest.exports);
    return paths.filter((path) => path !== "./package.json").map((path) => manifest.name + path.slice(1));
  });
  expect(published.filter((entry) => !documented.includes(entry))).toEqual([]);
});

test("the page of errors has each code of the tools for agents", () => {
  const page = read("errors.md");
  const source = readFileSync(`${root}packages/mcp/src/text/failure.ts`, "utf8");
  const codes = [...source.matchAll(/^ {2}\| "(\w+)"/gm)].map(([, code]) => code!);
  expect(codes.length).toBeGreaterThan(10);
  expect(codes.filter((code) => !page.includes(`\`${code}\``))).toEqual([]);
});
