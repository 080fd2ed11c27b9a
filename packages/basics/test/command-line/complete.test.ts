import { Command } from "@commander-js/extra-typings";
import { expect, test } from "vitest";
import { complete } from "../../src/command-line/complete.ts";

const mailbox = new Command("mailbox")
  .addCommand(new Command("list").option("--json", "Print JSON").option("-x", "Has no long form"))
  .addCommand(new Command("delete"));
const program = new Command("program")
  .version("1.2.3", "-v, --version")
  .addCommand(mailbox)
  .addCommand(new Command("mail"));

test.each([
  ["nothing", [], ["mailbox", "mail"]],
  ["the start of a command", ["mailb"], ["mailbox"]],
  ["the whole name of a command, without a space", ["mailbox"], ["mailbox"]],
  ["the start of no command", ["x"], []],
  ["a command and a space", ["mailbox", ""], ["list", "delete"]],
  ["a dash", ["-"], ["--version", "--help"]],
  ["the start of a flag", ["--v"], ["--version"]],
  ["the start of a flag of a subcommand", ["mailbox", "list", "--"], ["--json", "--help"]],
  ["an argument that names no command, then the start of a flag", ["mailbox", "list", "signup", "--j"], ["--json"]],
  ["an argument that is the start of a command's name, then a dash", ["mailbox", "li", "--"], ["--help"]],
  ["a subcommand's name without its command", ["list", ""], ["mailbox", "mail"]],
])("%s is completed", (_name, words, completions) => {
  expect(complete(program, words)).toEqual(completions);
});
