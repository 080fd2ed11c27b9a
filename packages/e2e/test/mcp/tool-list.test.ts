import { afterAll, beforeAll, expect, test } from "vitest";
import { countTokens } from "../../../mcp/scripts/tokens.ts";
import { toInstructions } from "../../../mcp/src/serve/instructions.ts";
import { type Desk, openDesk, spawnSession } from "./desk.ts";
import { lintSchemas, lintText, overlap } from "./lint.ts";

let desk: Desk;
let tools: Awaited<ReturnType<typeof list>>;
beforeAll(async () => {
  desk = await openDesk();
  tools = await list(["--toolsets", "mail,sms,tunnel,requests,keys,maintenance,authenticators"]);
});
afterAll(() => desk.close());

async function list(args: string[]) {
  const session = await spawnSession(desk, { args });
  const { tools } = await session.client.listTools();
  await session.close();
  return tools;
}

test("equals the golden list, tool by tool", async () => {
  expect(tools).toHaveLength(30);
  for (const tool of tools)
    await expect(`${JSON.stringify(sorted(tool), null, 2)}\n`).toMatchFileSnapshot(`golden/${tool.name}.json`);
});

test("has schemas that every client accepts", () => {
  expect(tools.flatMap(lintSchemas)).toEqual([]);
});

test("has descriptions that say what a tool does, and no more", () => {
  const names = tools.map(({ name }) => name);
  expect(tools.flatMap((tool) => lintText(tool, names))).toEqual([]);
});

test("has no two descriptions that could be confused", () => {
  for (const [index, one] of tools.entries())
    for (const other of tools.slice(index + 1))
      expect(
        overlap(one.description ?? "", other.description ?? ""),
        `${one.name} and ${other.name}`,
      ).toBeLessThanOrEqual(0.6);
});

test("names each toolset in the instructions, briefly", () => {
  expect(toInstructions({ isRemote: false }).length).toBeLessThanOrEqual(1_200);
  for (const word of ["mailbox_register", "sms_wait_code", "tunnel_start", "key_create"])
    expect(toInstructions({ isRemote: false })).toContain(word);
});

test("stays within its token limit", async () => {
  const listed = await list([]);
  const shown = listed.map(({ name, description, inputSchema }) => ({ name, description, inputSchema }));
  expect(countTokens(shown)).toBeLessThanOrEqual(2_300);
  expect(JSON.stringify({ tools: listed }).length).toBeLessThanOrEqual(18_000);
  const each = tools.map(({ name, description, inputSchema }) => countTokens({ name, description, inputSchema }));
  expect(Math.max(...each)).toBeLessThanOrEqual(200);
  const [inputs, outputs] = [tools.map((tool) => tool.inputSchema), tools.map((tool) => tool.outputSchema)];
  expect(JSON.stringify(outputs).length).toBeLessThanOrEqual(JSON.stringify(inputs).length * 1.2);
});

function sorted(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(sorted);
  if (typeof value !== "object" || value === null) return value;
  const entries = Object.entries(value).sort(([one], [other]) => (one < other ? -1 : 1));
  return Object.fromEntries(entries.map(([key, child]) => [key, sorted(child)]));
}
