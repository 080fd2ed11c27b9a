import type { State } from "../state/state.ts";
import { type Toolset, toolsets } from "../state/toolsets.ts";
import { holdsScope } from "./scopes.ts";
import type { Tool } from "./tool.ts";

type ServeMode = Pick<State, "settings" | "isRemote">;

/**
 * Whether the start flags allow the tool, and it can run here: a Frontdesk server's own `/mcp` (`isRemote`) cannot act on the
 * caller's machine, as a local tool does. `--read-only` overrides all other flags.
 */
export function isOffered(tool: Tool, { settings, isRemote }: ServeMode): boolean {
  const { name, toolset, hints } = tool;
  // This toolset is `account_whoami` alone, which says which tools are hidden, so it is never hidden itself.
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

/** The first part of the scopes that a toolset's tools need. */
const scopeGroup = {
  mail: "mailbox",
  sms: "sms",
  tunnel: "subdomain",
  requests: "subdomain",
  keys: "token",
  maintenance: "mailbox, sms or subdomain",
  authenticators: "authenticator",
} as const;

/**
 * Returns one short reason for each group of hidden tools, for `account_whoami`. `scopes`: those of the key, `null` for all.
 * `hidableTools`: the tools that settings or missing scopes can hide.
 */
export function explainHidden(
  { settings: { toolsets: chosenToolsets, tools, readOnly }, isRemote }: ServeMode,
  scopes: string | null,
  hidableTools: readonly Pick<Tool, "toolset" | "scope">[],
): string[] {
  const hidden: string[] = [];
  // `--tools` overrides `--toolsets`.
  const isChosen = (toolset: Toolset) => tools !== undefined || chosenToolsets.has(toolset);
  for (const toolset of toolsets.filter(isChosen)) {
    const toolsOfSet = hidableTools.filter((tool) => tool.toolset === toolset);
    const neededScopes = [...new Set(toolsOfSet.flatMap(({ scope }) => scope ?? []))];
    const missingScopes = neededScopes.filter((scope) => !holdsScope(scopes, scope));
    const hasNone = missingScopes.length === neededScopes.length; // each toolset needs a scope
    if (hasNone) hidden.push(`${toolset}: the key has no ${scopeGroup[toolset]} scope`);
    else if (missingScopes.length > 0) hidden.push(`${toolset}, in part: the key lacks ${missingScopes.join(", ")}`);
  }
  const others = toolsets.filter((toolset) => !isChosen(toolset)).join(", ");
  if (others !== "")
    hidden.push(`${others}: ${isRemote ? "only where the MCP server runs on your machine" : "not in --toolsets"}`);
  if (tools) hidden.push("all not named by --tools");
  if (readOnly) hidden.push("all that change something: --read-only");
  if (isRemote) hidden.push(`tunnel_start, tunnel_stop: ${noTunnelsHere}`);
  return hidden;
}

/** Why a server that serves the tools itself cannot open tunnels. */
export const noTunnelsHere = "a tunnel runs on the machine of its port; use the MCP server there, or frontdesk-tunnel";
