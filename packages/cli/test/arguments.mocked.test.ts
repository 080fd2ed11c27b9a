import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Terminal } from "@frontdesk/basics/command-line";
import { expect, onTestFinished, test, vi } from "vitest";
import { commands } from "../src/commands.ts";
import { ctrlC, responses } from "./account-responses.ts";
import { at, call } from "./call.ts";
import { commandCalls } from "./command-calls.ts";

vi.mock("@frontdesk/tunnel", () => ({
  /** Notes the options as a request, if Ctrl-C reaches the tunnel. */
  async openTunnel({ signal, onStatus: _onStatus, ...options }: { signal: AbortSignal; onStatus: unknown }) {
    const body = JSON.stringify(options);
    if (signal === ctrlC.controller.signal)
      await fetch(new Request("http://tunnel.test/open", { method: "POST", body }));
    return { url: "https://demo.t.test", closed: Promise.resolve({ type: "closed" }) };
  },
}));

/** A file with this text. */
function makeFile(text: string): string {
  const dir = mkdtempSync(join(tmpdir(), "frontdesk-cli-"));
  onTestFinished(() => rmSync(dir, { recursive: true }));
  const file = join(dir, "file");
  writeFileSync(file, text);
  return file;
}

/** Requests that only look up a record or its cursor, which most commands do first. */
const isLookUp = (request: string) => /^GET (?:\w+\/list\?limit=1000|(?:mail|sms)\/recent)$/.test(request);

/** Runs a command at a terminal at which a person enters a URI. The time passes only in long polls. */
async function runAtTerminal(argv: string) {
  vi.useFakeTimers({ toFake: ["Date", "performance"], now: Date.parse(at) });
  ctrlC.controller = new AbortController();
  const terminal: Partial<Terminal> = {
    ask: async () => " otpauth://totp/x?secret=ABC ",
    stopSignal: () => ctrlC.controller.signal,
  };
  return call(argv, responses, terminal);
}

test.each(commandCalls)("frontdesk %s", async (argv, requests, out) => {
  const result = await runAtTerminal(argv.replace("FILE", makeFile("the text of the file\n")));
  const withoutRandom = result.requests.map((line) =>
    line.replace(/"(?:box-[0-9a-f-]{13}|t-[0-9a-f]{10})"/, '"random"'),
  );
  expect(withoutRandom.filter((line) => !isLookUp(line))).toEqual(requests);
  expect(result.out.map((line) => (line.startsWith("{") ? JSON.parse(line) : line))).toEqual(out);
  expect(result.code).toBe(out.length > 0 ? 0 : 3);
});

type Command = ReturnType<Awaited<ReturnType<(typeof commands)[string]>>>;
const commonFlags = ["--url", "--key-file", "--help"];

/** The command and its subcommands that do something, each with its words. */
function listCommands(command: Command, path = command.name()): [path: string, command: Command][] {
  if (command.commands.length === 0) return [[path, command]];
  return command.commands.flatMap((each) => listCommands(each, `${path} ${each.name()}`));
}

const terminal = { env: {}, out() {}, err() {}, ask: async () => null };
const loaded = await Promise.all(Object.values(commands).map(async (load) => (await load())(terminal)));
const all = loaded.flatMap((command) => listCommands(command));

/** The words of the rows of a command, after its name. */
function wordsOf(path: string): string[][] {
  const rows = commandCalls.filter(([argv]) => `${argv} `.startsWith(`${path} `));
  return rows.map(([argv]) => argv.slice(path.length).split(" ").filter(Boolean));
}

test.each(all)("the rows have each flag and argument of %s", (path, command) => {
  const rows = wordsOf(path);
  const flags = command.options.map(({ long }) => long ?? "").filter((flag) => !commonFlags.includes(flag));
  expect(flags.filter((flag) => !rows.some((words) => words.includes(flag)))).toEqual([]);
  // Arguments come before flags in the rows.
  const given = rows.map((words) => [...words, "--"].findIndex((word) => word.startsWith("--")));
  const { registeredArguments } = command;
  expect(Math.max(...given)).toBe(registeredArguments.length);
  // And a row without what is optional.
  expect(Math.min(...given)).toBe(registeredArguments.filter(({ required }) => required).length);
});

test.each(all.filter(([, { options }]) => options.some(({ long }) => long === "--url")))(
  "%s calls the server of --url with the key of --key-file",
  async (path) => {
    const key = "svcagt_TheOtherKeyOfTheCommandTests00";
    const [words = []] = wordsOf(path);
    const argv = [path, ...words, "--url", "http://other.test", "--key-file", makeFile(`${key}\n`)].join(" ");
    const { callers } = await runAtTerminal(argv);
    // Some requests have the key of a mailbox or an SMS inbox.
    expect(callers).toContain(`http://other.test Bearer ${key}`);
    const elsewhere = callers.filter((caller) => !caller.startsWith("http://other.test "));
    expect(elsewhere.filter((caller) => !caller.startsWith("http://tunnel.test "))).toEqual([]);
  },
);
