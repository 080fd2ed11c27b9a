import type { CommandFactory, Terminal } from "@frontdesk/basics/command-line";
import { expect, test } from "vitest";
import { commands } from "../src/commands.ts";
import { call } from "./call.ts";

/** The words of a command and of all its subcommands. */
const toWords = (command: ReturnType<CommandFactory>): string[] => [
  command.name(),
  ...command.commands.flatMap(toWords).map((words) => `${command.name()} ${words}`),
];

test("each command's help describes it, its arguments, its flags and examples", async () => {
  const terminal: Terminal = { env: {}, out() {}, err() {}, ask: async () => null };
  const texts: string[] = [];
  for (const load of Object.values(commands))
    for (const words of toWords((await load())(terminal))) {
      const { code, out, err } = await call(`${words} --help`, {});
      expect([words, code, err]).toEqual([words, 0, []]);
      texts.push(`$ frontdesk ${words} --help`, ...out, "");
    }
  await expect(texts.join("\n")).toMatchFileSnapshot("help.txt");
});

test.each(["bash", "zsh"])("the completion script of %s calls the command with the typed words", async (shell) => {
  const { code, out, err } = await call(`completions ${shell}`, {});
  expect([code, err]).toEqual([0, []]);
  await expect(`${out.join("\n")}\n`).toMatchFileSnapshot(`completions.${shell}.txt`);
});
