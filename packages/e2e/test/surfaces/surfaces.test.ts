import { readdirSync, readFileSync } from "node:fs";
import { processTerminal } from "@frontdesk/basics/command-line";
import { type OperationId, operations } from "@frontdesk/contract";
import { type Offer, type Surfaces, surfaces } from "@frontdesk/contract/surfaces";
import { expect, test } from "vitest";
import { tools } from "../../../mcp/src/tools/index.ts";
import { allCommands } from "../../../server/src/cli/frontdesk.ts";

const ids = Object.keys(operations) as OperationId[];
const namesOf = (offer: Offer) => ("reason" in offer ? [] : offer);
const allNames = (surface: keyof Surfaces) => ids.flatMap((id) => namesOf(surfaces[id][surface]));

test("every gap has a reason, as a sentence, and every offer a name", () => {
  for (const id of ids)
    for (const offer of Object.values<Offer>({ ...surfaces[id] }))
      if ("reason" in offer) expect(offer.reason, id).toMatch(/^\S.{20,}\.$/);
      else expect(offer.length, id).toBeGreaterThan(0);
});

test("every tool of the table exists and needs the scope of its operation", () => {
  const scopes = new Map<string, string | undefined>(tools.map(({ name, scope }) => [name, scope]));
  for (const id of ids)
    for (const name of namesOf(surfaces[id].tool)) {
      expect([...scopes.keys()], id).toContain(name);
      const { scope } = operations[id];
      if (scope !== null) expect(scopes.get(name), `${name} for ${id}`).toBe(scope);
    }
});

/** Tools that run a tunnel client in the agent's process; no operation does that. */
const tunnelTools = ["tunnel_start", "tunnel_stop", "tunnel_wait_request"];

test("every tool is in the table", () => {
  const listed = [...allNames("tool"), ...tunnelTools];
  expect(tools.map(({ name }) => name).filter((name) => !listed.includes(name))).toEqual([]);
});

/** Commands that run or maintain the server, or print a script. */
const serverCommands = /^(?:serve|account .*|secret rotate|backup|restore|doctor|completions)$/;

test("every command of the table exists with its flag, and every other command is of the server", async () => {
  const commands = new Map<string, string[]>();
  for (const [name, load] of Object.entries(allCommands)) {
    const command = (await load())(processTerminal);
    const leaves = command.commands.length > 0 ? command.commands : [command];
    for (const leaf of leaves)
      commands.set(
        leaf === command ? name : `${name} ${leaf.name()}`,
        leaf.options.flatMap(({ long }) => long ?? []),
      );
  }
  const listed = allNames("command").map((line) => {
    const [, command = "", flag] = /^(.*?)(?: (--\w+).*)?$/.exec(line) ?? [];
    expect([...commands.keys()]).toContain(command);
    if (flag !== undefined) expect(commands.get(command), line).toContain(flag);
    return command;
  });
  const others = [...commands.keys()].filter((name) => !listed.includes(name));
  expect(others.filter((name) => !serverCommands.test(name))).toEqual([]);
});

const dashboard = new URL("../../../dashboard/src/", import.meta.url);
const dashboardSources = readdirSync(dashboard, { recursive: true, encoding: "utf8" })
  .filter((path) => /\.tsx?$/.test(path) && !path.startsWith("docs"))
  .map((path) => readFileSync(new URL(path, dashboard), "utf8"))
  .join("\n")
  .replace(/\(\s+/g, "(");

/** How the dashboard calls methods of handles. */
const handleCalls: Record<string, RegExp> = {
  "Mailbox.message": /openMailbox\(.*?\)\.message\(/,
  "SmsInbox.message": /openSmsInbox\(.*?\)\.message\(/,
  "SmsInbox.push": /\binbox\.push\(/,
  "Authenticator.code": /\bauthenticator\.code\(/,
};

/** Returns whether the dashboard calls an operation: by its path, or by a method of the SDK. */
function isCalledByDashboard(id: OperationId): boolean {
  const { method, path } = operations[id];
  const isCalledByMethod = (name: string) =>
    handleCalls[name]?.test(dashboardSources) ?? dashboardSources.includes(`${name}(`);
  return dashboardSources.includes(`${method}("${path}"`) || namesOf(surfaces[id].sdk).some(isCalledByMethod);
}

test("the dashboard calls the operations that the table says, and no others", () => {
  const offered = ids.filter((id) => namesOf(surfaces[id].dashboard).length > 0);
  expect(offered.filter((id) => !isCalledByDashboard(id))).toEqual([]);
  const gaps = ids.filter((id) => !offered.includes(id));
  expect(gaps.filter(isCalledByDashboard)).toEqual([]);
});

test("every view of the table is one of the dashboard's", () => {
  for (const view of new Set(allNames("dashboard"))) expect(dashboardSources).toMatch(new RegExp(`[">]${view}[<"]`));
});

test("every operation that the dashboard offers has a row in the test of its requests", () => {
  const table = readFileSync(new URL("../test/views/requests.test.ts", dashboard), "utf8");
  const rows = [...table.matchAll(/^ {2}(\w+): \{\s+request: "(\w+) /gm)].map(([, id, method]) => [id, method]);
  const offered = ids.filter((id) => namesOf(surfaces[id].dashboard).length > 0);
  expect(Object.fromEntries(rows)).toEqual(Object.fromEntries(offered.map((id) => [id, operations[id].method])));
});
