import { createMcpCommand, type McpSettings, toMcpSettings } from "../src/state/settings.ts";

const silent = { env: {}, out() {}, err() {}, ask: async () => null };

/** The settings of a command line. */
export function readSettings(
  args: readonly string[],
  env: Record<string, string | undefined>,
  toolNames?: readonly string[],
): McpSettings {
  const { printTools, check, ...flags } = createMcpCommand(silent).parse(args, { from: "user" }).opts();
  return toMcpSettings(flags, env, toolNames);
}
