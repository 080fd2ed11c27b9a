import { tokenPrefixes } from "@frontdesk/basics";
import { type CommandParts, createCommand, type Terminal, UsageError } from "@frontdesk/basics/command-line";
import type { Forwarder, ForwarderTarget } from "../sms/forwarders/forwarder.ts";
import { type ForwarderName, forwarders } from "../sms/forwarders/index.ts";
import { normalizePhone } from "../sms/phone.ts";

const appNames = Object.keys(forwarders).join(", ");

/** Creates a subcommand of `frontdesk phone`, with the flags for the app, the server, the phone's numbers and the SMS inbox. */
export function createPhoneCommand(terminal: Terminal, parts: CommandParts) {
  return createCommand(terminal, parts)
    .option("--app <name>", `The app: ${appNames}`)
    .option("--url <url>", "URL at which the phone reaches this server [FRONTDESK_URL, default http://localhost:8787]")
    .option("--phone <number>", "Number of the phone; for two SIMs both, comma-separated")
    .option("--token <key>", "SMS key [FRONTDESK_SMS_TOKEN]; prompts if not given")
    .option("--id <id>", "Id of the SMS inbox, for smsgate; for companion if there are several");
}

type PhoneFlags = Partial<Record<"app" | "url" | "phone" | "token" | "id", string | undefined>>;

/**
 * Reads the flags and variables of a phone command; prompts for the SMS key if it is not given.
 *
 * @throws UsageError naming the flag that is missing or wrong
 */
export async function readPhoneSettings(
  { app, url, phone, token, id }: PhoneFlags,
  terminal: Terminal,
): Promise<{ forwarder: Forwarder; target: ForwarderTarget }> {
  const forwarder = toForwarder(app);
  const target = {
    url: toServerUrl(url ?? (terminal.env.FRONTDESK_URL || "http://localhost:8787")),
    phones: toPhones(phone),
    token: parseSmsKey(token ?? (terminal.env.FRONTDESK_SMS_TOKEN || (await terminal.ask("SMS key (svcsms_…): ")))),
    id: id ?? null,
  };
  // This app signs its requests instead of sending the SMS key, so the URL must name the inbox.
  if (app === "smsgate" && !target.id)
    throw new UsageError("--id is missing: the id of the SMS inbox, from `frontdesk sms list`.");
  return { forwarder, target };
}

/** Returns the app that `--app` names. @throws UsageError if it is missing or unknown */
function toForwarder(app: string | undefined): Forwarder {
  if (app !== undefined && Object.hasOwn(forwarders, app)) return forwarders[app as ForwarderName];
  if (app === "httpsms")
    throw new UsageError(
      `--app httpsms is not supported: that app works only with its own server. Use one of ${appNames}.`,
    );
  throw new UsageError(`--app ${app === undefined ? "is missing" : "must be known"}: ${appNames}.`);
}

/** Returns the URL without a trailing slash, its scheme in lower case. @throws UsageError if it is not an http(s) URL */
export function toServerUrl(url: string): string {
  if (!URL.canParse(url) || !/^https?:$/.test(new URL(url).protocol))
    throw new UsageError("--url must be a URL, such as https://desk.example.com.");
  return url.replace(/\/+$/, "").replace(/^https?:/i, (scheme) => scheme.toLowerCase());
}

/** Returns the numbers of one or two SIMs. @throws UsageError if one is invalid */
export function toPhones(input: string | undefined): ForwarderTarget["phones"] {
  const phones = (input ?? "").split(",").map((part) => normalizePhone(part));
  // `null` stands for an invalid number, `undefined` for a missing one.
  const [first, second, third] = phones;
  if (!first || second === null || third !== undefined)
    throw new UsageError("--phone must be the phone's number of 7 to 15 digits, or two of them, comma-separated.");
  return second === undefined ? [first] : [first, second];
}

/** Returns the SMS key without white space around it. @throws UsageError if it is missing (`null` or empty) or malformed */
function parseSmsKey(input: string | null): string {
  const key = input?.trim() ?? "";
  if (key.startsWith(tokenPrefixes.sms) && /^\w+$/.test(key)) return key;
  throw new UsageError(
    input === null || input === ""
      ? "--token is missing: pass it, or set FRONTDESK_SMS_TOKEN, which process lists do not show."
      : `--token must be an SMS key; it starts with ${tokenPrefixes.sms}.`,
  );
}
