import { toTimestamp } from "../../clock.ts";
import { type Forwarder, phoneOf, pushUrl, simsOf } from "./forwarder.ts";
import { escapeJson } from "./json-escape.ts";

/** pppscn's app: a webhook sender per SIM, and a rule that uses it. */
export const smsForwarder = {
  title: "SmsForwarder (pppscn/SmsForwarder)",
  platform: "android",

  /** Returns the setup instructions, line by line. */
  setup: (target) => [
    ...simsOf(target).flatMap(({ sim, phone }) => [
      `Senders → + → Webhook, for SIM ${sim}:`,
      "  Method                  POST",
      `  Webhook server          ${pushUrl(target)}`,
      `  Params (the template)   ${toTemplate(phone)}`,
      `  Headers                 Authorization: Bearer ${target.token}`,
      "                          Content-Type: application/json",
      "",
      `Rules → SMS → +: sender as above, SIM slot ${simsOf(target).length > 1 ? `SIM${sim}` : "all"}, match field "all".`,
      "",
    ]),
    "Settings → Request retries: 3 or more (the default is 0, so an SMS is lost if the connection fails).",
    "Then press Test in the sender.",
  ],

  warnings: [
    "SmsForwarder accepts ANY TLS certificate: anyone between the phone and this server can read the key and every SMS. " +
      "Use it only over a network you trust, such as a VPN to the server, or use another app.",
    "An SMS that contains the app's own tags, such as [msg] or [title], arrives changed.",
  ],

  /** Returns the request that the app sends for an SMS if it is set up as above. */
  toRequest: (target, sms) => ({
    url: `${pushUrl(target)}?timestamp=${sms.receivedAt}`,
    headers: { "content-type": "application/json", authorization: `Bearer ${target.token}` },
    // The app writes times with an offset instead of `Z`. It sends the time in the URL as well.
    body: toTemplate(phoneOf(target, sms))
      .replace("{{FROM}}", () => escapeJson(sms.sender))
      .replace("{{SMS}}", () => escapeJson(sms.body))
      .replace(/\[receive_time:[^\]]*\]/g, toTimestamp(sms.receivedAt).replace("Z", "+00:00")),
  }),
} satisfies Forwarder;

/** Returns the JSON template of a sender. The app escapes `{{…}}` for JSON, but not `[…]`. */
function toTemplate(phone: string): string {
  return `{"phone":"${phone}","messages":[{"phone":"${phone}","sender":"{{FROM}}","body":"{{SMS}}","received_at":"[receive_time:yyyy-MM-dd'T'HH:mm:ss.SSSXXX]"}]}`;
}
