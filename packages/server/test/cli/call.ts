import { runFrontdesk } from "../../src/cli/run.ts";

interface Called {
  code: number;
  out: string;
  err: string;
}

/** Runs a command in this process, as if nobody sat at the terminal unless an answer is given. */
export async function call(
  argv: string[],
  {
    env = {},
    answer = null,
    isInteractive = false,
  }: { env?: Record<string, string>; answer?: string | null; isInteractive?: boolean } = {},
): Promise<Called> {
  const out: string[] = [];
  const err: string[] = [];
  const terminal = {
    env,
    out: (line: string) => void out.push(line),
    err: (line: string) => void err.push(line),
    isInteractive,
    ask: async () => answer,
  };
  const code = await runFrontdesk(argv, terminal);
  return { code, out: out.join("\n"), err: err.join("\n") };
}
