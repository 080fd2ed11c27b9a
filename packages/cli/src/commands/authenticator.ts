import { readFileSync } from "node:fs";
import { errorMessage } from "@frontdesk/basics";
import { createGroup, type Terminal, toTable, UsageError } from "@frontdesk/basics/command-line";
import { connect, createClientCommand } from "../connection.ts";

/** File descriptor of standard input. */
const standardInput = 0;

/** `frontdesk authenticator register`: registers an authenticator and prints its name. */
function register(terminal: Terminal) {
  return (
    createClientCommand(terminal, {
      name: "register",
      description:
        "Registers an authenticator from the otpauth://totp/ URI that the QR code of a second factor contains, and prints its name. Asks for the URI on a terminal.",
      examples: [
        "frontdesk authenticator register anna",
        "zbarimg --quiet --raw qr.png | frontdesk authenticator register anna --uri-file -",
      ],
    })
      .argument("[name]", "Name in this account; generated if absent")
      // Not an argument, because process lists would show the secret in it.
      .option("--uri-file <file>", "File with the URI; - for standard input")
      .action(async (name, { uriFile, ...flags }) => {
        const { frontdesk } = connect(flags, terminal);
        const uri = await readUri(uriFile, terminal);
        const settings = name === undefined ? { uri } : { uri, name };
        const { code: _methodOfHandle, ...authenticator } = await frontdesk.authenticators.register(settings);
        terminal.out(flags.json ? JSON.stringify({ authenticator }) : authenticator.name);
      })
  );
}

/**
 * `frontdesk authenticator code`: prints the current code, or the next one if the current one ends too soon to be typed in. The SDK's
 * `code()` waits for it.
 */
function code(terminal: Terminal) {
  return createClientCommand(terminal, {
    name: "code",
    description: "Prints a one-time code. Waits for the next one if the current code ends within three seconds.",
    examples: ["frontdesk authenticator code anna"],
  })
    .argument("<authenticator>", "Name or id of the authenticator")
    .action(async (nameOrId, flags) => {
      const { frontdesk } = connect(flags, terminal);
      const authenticator = await frontdesk.authenticators.open(nameOrId);
      const { code, validFor } = await authenticator.code();
      terminal.out(flags.json ? JSON.stringify({ code, valid_for: validFor }) : code);
    });
}

/** `frontdesk authenticator list`: prints a table of the authenticators. */
function list(terminal: Terminal) {
  return createClientCommand(terminal, {
    name: "list",
    description: "Lists the account's authenticators, without their secrets.",
    examples: ["frontdesk authenticator list", "frontdesk authenticator list --json"],
  }).action(async (flags) => {
    const { frontdesk } = connect(flags, terminal);
    const handles = await frontdesk.authenticators.list();
    // `code` is a method of a handle, which cannot be printed.
    const authenticators = handles.map(({ code: _code, ...record }) => record);
    if (flags.json) return terminal.out(JSON.stringify({ authenticators }));
    const rows = authenticators.map(({ name, issuer, account, created_at }) => ({
      name,
      issuer: issuer ?? "",
      account: account ?? "",
      since: created_at.slice(0, 10),
    }));
    for (const line of toTable(rows)) terminal.out(line);
  });
}

/** `frontdesk authenticator delete`: deletes an authenticator. Does not ask, because scripts use it. */
function remove(terminal: Terminal) {
  return createClientCommand(terminal, {
    name: "delete",
    description: "Deletes an authenticator with its secret.",
    examples: ["frontdesk authenticator delete anna"],
  })
    .argument("<authenticator>", "Name or id of the authenticator")
    .action(async (nameOrId, flags) => {
      const { frontdesk } = connect(flags, terminal);
      await frontdesk.authenticators.delete(nameOrId);
      terminal.out(flags.json ? JSON.stringify({ deleted: nameOrId }) : `Deleted ${nameOrId} and its secret.`);
    });
}

/** Reads the URI from the file (`-` is standard input), or asks the person. @throws UsageError if there is no terminal to ask at */
async function readUri(file: string | undefined, terminal: Terminal): Promise<string> {
  if (file !== undefined) {
    try {
      return readFileSync(file === "-" ? standardInput : file, "utf8").trim();
    } catch (error) {
      throw new UsageError(`--uri-file: ${file} cannot be read: ${errorMessage(error)}`);
    }
  }
  const uri = await terminal.ask("otpauth:// URI of the second factor: ");
  if (uri === null) throw new UsageError("Pass the otpauth:// URI with --uri-file <file>, or --uri-file - to pipe it.");
  return uri.trim();
}

/** `frontdesk authenticator`: manages authenticators and prints their codes. */
export function authenticator(terminal: Terminal) {
  return createGroup(terminal, [register, code, list, remove], {
    name: "authenticator",
    description: "Registers authenticators (TOTP) and prints their codes.",
    examples: ["frontdesk authenticator register anna", "frontdesk authenticator code anna"],
  });
}
