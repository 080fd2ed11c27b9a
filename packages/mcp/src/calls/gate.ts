import type { State } from "../state/state.ts";
import { toolsets } from "../state/toolsets.ts";
import { holdsScope } from "./scopes.ts";
import type { Tool } from "./tool.ts";

type Place = Pick<State, "settings" | "isRemote">;

/** Whether the start flags let this tool be; `--read-only` wins over everything. */
export function isOffered(tool: Tool, { settings, isRemote }: Place): boolean {
  const { name, toolset, hints } = tool;
  if (toolset === "account") return true;
  if (isRemote && tool.isLocal) return false;
  if (settings.readOnly && !hints.readOnlyHint) return false;
  if (settings.tools) return settings.tools.has(name);
  return settings.toolsets.has(toolset);
}

/** Whether a key with these scopes may use the tool; `null` is full access. */
export function isPermitted({ scope }: Tool, scopes: string | null): boolean {
  return scope === undefined || holdsScope(scopes, scope);
}

const scopeGroup = { mail: "mailbox", sms: "sms", tunnel: "subdomain", keys: "token" } as const;

/** Why tools are not in the list, each in a few words. */
export function explainHidden(
  { settings: { toolsets: chosen, tools, readOnly }, isRemote }: Place,
  scopes: string | null,
  all: readonly Pick<Tool, "toolset" | "scope">[],
): string[] {
  const hidden: string[] = [];
  for (const toolset of toolsets) {
    const needed = all.filter((tool) => tool.toolset === toolset).map(({ scope }) => scope ?? "");
    const missing = new Set(needed.filter((scope) => !holdsScope(scopes, scope)));
    if (!tools && !chosen.has(toolset))
      hidden.push(`${toolset}: ${isRemote ? "only where the MCP server runs on your machine" : "not in --toolsets"}`);
    else if (missing.size === new Set(needed).size)
      hidden.push(`${toolset}: the key has no ${scopeGroup[toolset]} scope`);
    else if (missing.size > 0) hidden.push(`${toolset}, in part: the key lacks ${[...missing].join(", ")}`);
  }
  if (tools) hidden.push("all not named by --tools");
  if (readOnly) hidden.push("all that change something: --read-only");
  if (isRemote) hidden.push(`tunnel_start, tunnel_stop: ${tunnelsElsewhere}`);
  return hidden;
}

/** Why a Frontdesk that serves the tools itself opens no tunnel. */
export const tunnelsElsewhere =
  "a tunnel runs on the machine of its port; use the MCP server there, or frontdesk-tunnel";
