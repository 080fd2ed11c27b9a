import { writeFile } from "node:fs/promises";
import { CommandError, createGroup, type Terminal, UsageError } from "@frontdesk/basics/command-line";
import { forwarders, warningsOf } from "../sms/forwarders/index.ts";
import { pairCompanion } from "./phone-pairing.ts";
import { sendSampleSms } from "./phone-sample.ts";
import { createPhoneCommand, readPhoneSettings } from "./phone-settings.ts";

/** `frontdesk phone setup`: prints how to set up an app. Pairs the companion app, which needs no settings. */
function setup(terminal: Terminal) {
  return createPhoneCommand(terminal, {
    name: "setup",
    description:
      "Prints the settings of an app that forwards a phone's SMS messages to this server. For an iPhone: --app shortcuts.",
    examples: [
      "frontdesk phone setup --app companion --url https://desk.example.com --phone 5550123456",
      "frontdesk phone setup --app incoming-sms-gateway --url https://desk.example.com --phone 5550123456 --out rules.json",
      "frontdesk phone setup --app smsforwarder --phone 5550123456,5550987654",
      "frontdesk phone setup --app smsgate --id t6y2u8i4o0p1a5s3 --phone 5550123456",
      "frontdesk phone setup --app shortcuts --url https://desk.example.com --phone 5550123456",
    ],
  })
    .option("--out <file>", "Also write the import file for incoming-sms-gateway")
    .action(async ({ out, ...flags }) => {
      // The companion app gets its settings by a pairing link, so none are printed.
      if (flags.app === "companion") {
        if (out !== undefined) throw new UsageError("The companion app has no import file; omit --out.");
        return pairCompanion(flags, terminal);
      }
      const { forwarder, target } = await readPhoneSettings(flags, terminal);
      const importFile = forwarder.toImportFile?.(target);
      if (out !== undefined && importFile === undefined)
        throw new UsageError(`${forwarder.title} has no import file; omit --out.`);
      for (const line of [forwarder.title, "", ...forwarder.setup(target), ""]) terminal.out(line);
      for (const line of warningsOf(forwarder)) terminal.out(`! ${line}`);
      if (target.url.startsWith("http:"))
        terminal.err(
          `! ${target.url} is not encrypted: others on the network can read the key and the messages. Use https.`,
        );
      if (out === undefined || importFile === undefined) return;
      await writeNewFile(out, importFile);
      terminal.err(`Wrote ${out}. It contains the key: delete it after the import (Settings → Import).`);
    });
}

/** Writes a file that only its owner can read, because it contains the key. @throws CommandError, also if the file exists */
async function writeNewFile(path: string, content: string): Promise<void> {
  // Flag `wx`: an existing file is not overwritten, because others may read it, or it may be a link to their file.
  await writeFile(path, content, { mode: 0o600, flag: "wx" }).catch((cause: NodeJS.ErrnoException) => {
    const reason = cause.code === "EEXIST" ? "it exists. Delete it, or name another file." : cause.message;
    throw new CommandError(`--out ${path} could not be written: ${reason}`, { cause });
  });
}

/** `frontdesk phone test` */
function test(terminal: Terminal) {
  return createPhoneCommand(terminal, {
    name: "test",
    description: "Sends an SMS message as the app would, and shows what the server received.",
    examples: [
      "frontdesk phone test --app incoming-sms-gateway --phone 5550123456",
      "frontdesk phone test --app smsgate --id t6y2u8i4o0p1a5s3 --url https://desk.example.com --phone 5550123456",
      "frontdesk phone test --app smsforwarder --phone 5550123456 --body 'G-480113 is your code' --json",
    ],
  })
    .option("--sender <name>", "Sender of the message (default: Frontdesk)", "Frontdesk")
    .option("--body <text>", "Body of the message; contains a random code if not given")
    .option("--json", "Print JSON, for programs")
    .action(async ({ sender, body, json, ...flags }) => {
      const { forwarder, target } = await readPhoneSettings(flags, terminal);
      const result = await sendSampleSms(forwarder, target, { sender, ...(body === undefined ? {} : { body }) });
      if (json) return terminal.out(JSON.stringify(result));
      const { stored, duplicates, messages, phones, token_full } = result;
      terminal.out(`The server accepted it: ${stored} stored, ${duplicates} duplicates.`);
      for (const { phone, sender, snippet, received_at } of messages)
        terminal.out(`  ${received_at}  ${phone}  ${sender}: ${snippet}`);
      terminal.out(
        `Numbers of this SMS inbox: ${phones.map(({ phone }) => phone).join(", ")}${token_full ? " (full)" : ""}`,
      );
    });
}

/** `frontdesk phone …` */
export function phone(terminal: Terminal) {
  return createGroup(terminal, [setup, test], {
    name: "phone",
    description: `Sets up a phone: ${Object.keys(forwarders).join(", ")}.`,
    examples: [
      "frontdesk phone setup --app companion --phone 5550123456",
      "frontdesk phone test --app incoming-sms-gateway --phone 5550123456",
    ],
  });
}
