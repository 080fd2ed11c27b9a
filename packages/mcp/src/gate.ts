import type { Settings } from "./settings.ts";
import type { Tool } from "./tool.ts";
import { toolsets } from "./toolsets.ts";

/** Whether the start flags let this tool be; `--read-only` wins over everything. */
export function isOffered({ name, toolset, hints }: Tool, { toolsets, tools, readOnly }: Settings): boolean {
  if (toolset === "account") return true;
  if (readOnly && !hints.readOnlyHint) return false;
  if (tools) return tools.has(name);
  return toolsets.has(toolset);
}

/** Whether a key with these scopes may use the tool; `null` is full access. */
export function isPermitted({ scope }: Tool, scopes: string | null): boolean {
  return scope === undefined || scopes === null || scopes.split(",").includes(scope);
}

const scopeGroup = { mail: "mailbox", sms: "sms", tunnel: "subdomain", keys: "token" } as const;

/** Why tools are not in the list, each in a few words. */
export function explainHidden(
  { toolsets: chosen, tools, readOnly }: Settings,
  scopes: string | null,
  all: readonly Pick<Tool, "toolset" | "scope">[],
): string[] {
  const hidden: string[] = [];
  for (const toolset of toolsets) {
    const needed = all.filter((tool) => tool.toolset === toolset).map(({ scope }) => scope ?? "");
    const missing = new Set(scopes === null ? [] : needed.filter((scope) => !scopes.split(",").includes(scope)));
    if (!tools && !chosen.has(toolset)) hidden.push(`${toolset}: not in --toolsets`);
    else if (missing.size === new Set(needed).size)
      hidden.push(`${toolset}: the key has no ${scopeGroup[toolset]} scope`);
    else if (missing.size > 0) hidden.push(`${toolset}, in part: the key lacks ${[...missing].join(", ")}`);
  }
  if (tools) hidden.push("all not named by --tools");
  if (readOnly) hidden.push("all that change something: --read-only");
  return hidden;
}
