import { createCommand, run, type Terminal } from "@frontdesk/basics/command-line";
import { commands, explainClientError as explain } from "@frontdesk/cli/commands";

const createProgram = (terminal: Terminal) =>
  createCommand(terminal, { name: "frontdesk", description: "For tests.", examples: [] });

/** Runs a command of `@frontdesk/cli` as a person would, and returns what it printed. */
export function call(argv: string[], env: Record<string, string> = {}) {
  return start(argv, env).done;
}

/** The same for a command that runs on: what it has printed so far, and a way to end it. */
export function start(argv: string[], env: Record<string, string> = {}) {
  const out: string[] = [];
  const err: string[] = [];
  const ending = new AbortController();
  const terminal = {
    env,
    out: (line: string) => void out.push(line),
    err: (line: string) => void err.push(line),
    stopSignal: () => ending.signal,
    ask: async () => null,
  };
  const done = run(createProgram, argv, terminal, { version: "1.2.3", commands, explain }).then((code) => ({
    code,
    out: out.join("\n"),
    err: err.join("\n"),
  }));
  return { out, err, done, stop: () => ending.abort() };
}
