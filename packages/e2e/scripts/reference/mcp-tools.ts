import { listTools } from "../../../mcp/src/serve/build-server.ts";
import { toMcpSettings } from "../../../mcp/src/state/settings.ts";
import { createState } from "../../../mcp/src/state/state.ts";
import { toolsets } from "../../../mcp/src/state/toolsets.ts";
import { tools } from "../../../mcp/src/tools/index.ts";
import { banner, toCode, toProse, toTable } from "./markdown.ts";

interface Property {
  type?: string | string[];
  enum?: unknown[];
  anyOf?: Property[];
  items?: Property;
  description?: string;
  default?: unknown;
}

/** Tools of a local process, which need the machine's ports or files. */
const localTools = new Set(tools.filter(({ isLocal }) => isLocal).map(({ name }) => name));

/** Renders the page of MCP tools from their definitions. */
export function toMcpToolsPage(): string {
  const settings = toMcpSettings({ toolsets: toolsets.join(",") }, {});
  const listed = new Map(listTools(createState(settings)).map((tool) => [tool.name, tool]));
  const sections = ["account", ...toolsets].map((toolset) => {
    const parts = tools
      .filter((tool) => tool.toolset === toolset)
      .map((tool) => toSection(tool, listed.get(tool.name)));
    return `## Toolset ${toCode(toolset)}\n\n${parts.join("\n\n")}`;
  });
  return `${banner}# MCP tools

A client sees only the tools that its key's scopes allow, of the toolsets that are on. \`mail\`, \`sms\` and \`tunnel\` are on by default;
\`account\` always is. How to connect: [MCP](../how-to/mcp.md). Every error has one of [these codes](errors.md#mcp-tools).

${sections.join("\n\n")}
`;
}

function toSection({ name, title, description, scope }: (typeof tools)[number], listed: unknown): string {
  // Each tool of the list has an input schema of this form.
  const { inputSchema } = listed as { inputSchema: { properties?: Record<string, Property>; required?: string[] } };
  const required = inputSchema.required ?? [];
  const rows = Object.entries(inputSchema.properties ?? {}).map(([parameter, property]) => [
    toCode(parameter),
    toType(property),
    required.includes(parameter) ? "yes" : "",
    toProse(property.description ?? ""),
  ]);
  const needs = [
    scope ? `Needs the scope ${toCode(scope)}.` : "",
    localTools.has(name) ? "Only in the local program, not at `/mcp`." : "",
  ].filter(Boolean);
  const table = rows.length > 0 ? toTable(["parameter", "type", "required", "meaning"], rows) : "No parameters.";
  return [`### ${name}`, `${title}. ${toProse(description)}`, needs.join(" "), table].filter(Boolean).join("\n\n");
}

function toType({ type, enum: values, anyOf, items }: Property): string {
  if (values) return values.map((value) => toCode(String(value))).join(", ");
  if (anyOf) return anyOf.map(toType).join(" or ");
  if (items) return `list of ${toType(items)}`;
  return [type ?? "any"].flat().join(" or ");
}
