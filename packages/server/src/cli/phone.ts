import { writeFile } from "node:fs/promises";
import { CommandError, command, group, UsageError } from "@frontdesk/cli/framework";
import { androidLimits, forwarders } from "../sms/forwarders/index.ts";
import { pairCompanion } from "./phone-pairing.ts";
import { sendSampleSms } from "./phone-sample.ts";
import { phoneFlags, readPhoneSettings } from "./phone-settings.ts";

const setup = command({
  name: "frontdesk phone setup",
  description: "Prints what to type into an Android app that forwards texts to this server.",
  args: {
    ...phoneFlags,
    out: { type: "string", valueHint: "file", description: "Also writes the file that incoming-sms-gateway imports" },
  },
  examples: [
    "frontdesk phone setup --app companion --url https://desk.example.com --phone 5550123456",
    "frontdesk phone setup --app incoming-sms-gateway --url https://desk.example.com --phone 5550123456 --out rules.json",
    "frontdesk phone setup --app smsforwarder --phone 5550123456,5550987654",
    "frontdesk phone setup --app smsgate --id t6y2u8i4o0p1a5s3 --phone 5550123456",
  ],
  async run(args, terminal) {
    if (args.app === "companion") {
      if (args.out !== undefined) throw new UsageError("The companion has no import; leave --out away.");
      return pairCompanion(args, terminal);
    }
    const { forwarder, target } = await readPhoneSettings(args, terminal);
    const file = args.out === undefined ? null : (forwarder.toImportFile?.(target) ?? null);
    if (args.out !== undefined && file === null)
      throw new UsageError(`${forwarder.title} has no import; leave --out away.`);
    for (const line of [forwarder.title, "", ...forwarder.setup(target), ""]) terminal.out(line);
    for (const line of [...forwarder.warnings, ...androidLimits]) terminal.out(`! ${line}`);
    if (target.url.startsWith("http:"))
      terminal.err(`! ${target.url} is not encrypted: everyone on the way can read the key and the texts. Use https.`);
    if (args.out === undefined || file === null) return;
    // Only for its owner: the file holds the key.
    await writeFile(args.out, file, { mode: 0o600, flag: "wx" }).catch((cause: NodeJS.ErrnoException) => {
      // It may be open to others, or a link of theirs.
      const reason = cause.code === "EEXIST" ? "it exists already. Remove it, or name another file." : cause.message;
      throw new CommandError(`--out ${args.out} could not be written: ${reason}`, { cause });
    });
    terminal.err(`Wrote ${args.out}. It holds the key: delete it after the import (Settings → Import).`);
  },
});

const test = command({
  name: "frontdesk phone test",
  description: "Sends a text just as the app would, and shows what came in.",
  args: {
    ...phoneFlags,
    sender: { type: "string", valueHint: "name", default: "Frontdesk", description: "Who the text comes from" },
    body: { type: "string", valueHint: "text", description: "The text; one with a fresh code when absent" },
    json: { type: "boolean", description: "Answer in JSON, for programs" },
  },
  examples: [
    "frontdesk phone test --app incoming-sms-gateway --phone 5550123456",
    "frontdesk phone test --app smsgate --id t6y2u8i4o0p1a5s3 --url https://desk.example.com --phone 5550123456",
    "frontdesk phone test --app smsforwarder --phone 5550123456 --body 'G-480113 is your code' --json",
  ],
  async run(args, terminal) {
    const { forwarder, target } = await readPhoneSettings(args, terminal);
    const { sender, body } = args;
    const result = await sendSampleSms(forwarder, target, { sender, ...(body === undefined ? {} : { body }) });
    if (args.json) return terminal.out(JSON.stringify(result));
    const { stored, duplicates, messages, phones, token_full } = result;
    terminal.out(`The server took it: ${stored} stored, ${duplicates} known already.`);
    for (const { phone, sender, snippet, received_at } of messages)
      terminal.out(`  ${received_at}  ${phone}  ${sender}: ${snippet}`);
    terminal.out(
      `Numbers of this SMS token: ${phones.map(({ phone }) => phone).join(", ")}${token_full ? " (full)" : ""}`,
    );
  },
});

/** `frontdesk phone …` */
export const phone = group(
  "frontdesk phone",
  `Sets up a phone: ${Object.keys(forwarders).join(", ")}.`,
  { setup, test },
  [
    "frontdesk phone setup --app companion --phone 5550123456",
    "frontdesk phone test --app incoming-sms-gateway --phone 5550123456",
  ],
);
