import { commands } from "@frontdesk/cli/commands";
import { group, run } from "@frontdesk/cli/kit";

/** Runs a command of `@frontdesk/cli` as a person would, and returns what it printed. */
export async function call(argv: string[], env: Record<string, string> = {}) {
  const out: string[] = [];
  const err: string[] = [];
  const terminal = {
    env,
    out: (line: string) => void out.push(line),
    err: (line: string) => void err.push(line),
    ask: async () => null,
  };
  const code = await run(group("frontdesk", "For tests.", commands, []), argv, terminal, { version: "1.2.3" });
  return { code, out: out.join("\n"), err: err.join("\n") };
}
