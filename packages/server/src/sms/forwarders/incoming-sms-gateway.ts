import { type Forwarder, type ForwarderTarget, phoneOf, pushUrl, simsOf } from "./forwarder.ts";
import { escapeJson, toUnicodeEscape } from "./json-escape.ts";

/** bogkonstantin's app: one rule per SIM, with a JSON template and headers. */
export const incomingSmsGateway = {
  title: "Incoming SMS to URL forwarder (bogkonstantin/android_income_sms_gateway_webhook)",
  platform: "android",

  /** Returns the setup instructions, line by line. */
  setup: (target) => [
    ...simsOf(target).flatMap(({ sim, phone }) => [
      `Rule for SIM ${sim}: press +, then`,
      "  Sender                  *",
      `  Webhook URL             ${pushUrl(target)}`,
      `  SIM slot                ${simsOf(target).length > 1 ? sim : "any"}`,
      `  JSON template           ${toTemplate(phone)}`,
      `  JSON headers            ${toHeadersJson(target)}`,
      "  Retries                 10",
      "  Ignore SSL errors       off",
      "  Chunked mode            off",
      "  Store failed messages   on (newer versions)",
      "",
    ]),
    "Then press Test in the rule: an SMS from 123456789 arrives here.",
  ],

  warnings: [
    "A rule exported from the app, and the import file, contain the key. Delete the file after the import.",
    "A sender's name that contains a double quote or a dollar sign never arrives: the app does not escape it.",
  ],

  /** Returns a file with the rules, for the import dialog of the app. */
  toImportFile: (target) =>
    `${JSON.stringify(
      simsOf(target).map(({ sim, phone }) => ({
        // The same key each time, so a second import replaces the rule instead of adding one.
        key: `frontdesk-sim-${sim}`,
        sender: "*",
        is_sender_regex: false,
        url: pushUrl(target),
        // 0 is any SIM.
        sim_slot: simsOf(target).length > 1 ? sim : 0,
        template: toTemplate(phone),
        headers: toHeadersJson(target),
        retries_number: 10,
        ignore_ssl: false,
        chunked_mode: false,
        is_sms_enabled: true,
        store_failed: true,
        local_mode: isLocalServer(target),
      })),
      null,
      2,
    )}\n`,

  /** Returns the request that the app sends for an SMS if it is set up as above. */
  toRequest: (target, sms) => ({
    url: pushUrl(target),
    headers: { "content-type": "application/json; charset=utf-8", ...JSON.parse(toHeadersJson(target)) },
    // The app replaces placeholders in this order, so one within the text stays. It does not escape the sender.
    body: toTemplate(phoneOf(target, sms))
      .replaceAll("%from%", () => sms.sender)
      .replaceAll("%receivedStamp%", String(sms.receivedAt))
      .replaceAll("%text%", () => escapeJson(sms.body, escapeMore)),
  }),
} satisfies Forwarder;

/** Returns the JSON template of a rule. It uses epoch milliseconds: every version of the app supports them, independent of the phone's language. */
function toTemplate(phone: string): string {
  return `{"phone":"${phone}","messages":[{"phone":"${phone}","sender":"%from%","body":"%text%","received_at":%receivedStamp%}]}`;
}

/** Returns the JSON headers of a rule, with the key. */
function toHeadersJson({ token }: ForwarderTarget): string {
  return JSON.stringify({ "User-agent": "SMS Forwarder App", Authorization: `Bearer ${token}` });
}

/**
 * Returns whether the app's rule for this server needs local mode: the host is in a private network, which may have no internet access,
 * and without local mode the app waits for that before it sends.
 */
function isLocalServer({ url }: ForwarderTarget): boolean {
  const localName = /^\w+:\/\/(?:localhost|[^/:]+\.(?:local|lan|home\.arpa))(?:[/:]|$)/;
  const privateAddress = /^\w+:\/\/(?:10|127|192\.168|172\.(?:1[6-9]|2\d|3[01]))\.[\d.]+(?:[/:]|$)/;
  return localName.test(url) || privateAddress.test(url);
}

/** Escapes slashes and everything outside ASCII, as the app does; returns `undefined` for other characters. */
function escapeMore(unit: string): string | undefined {
  if (unit === "/") return "\\/";
  // Lower-case `u` and upper-case digits.
  return unit > "~" ? toUnicodeEscape(unit).toUpperCase().replace("U", "u") : undefined;
}
