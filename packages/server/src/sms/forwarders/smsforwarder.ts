import { toTimestamp } from "../../clock.ts";
import { type Forwarder, phoneOf, pushUrl, simsOf } from "./forwarder.ts";
import { escapeJson } from "./json-escape.ts";

/** pppscn's app: a webhook sender for each SIM, and a rule that leads to it. */
export const smsForwarder = {
  title: "SmsForwarder (pppscn/SmsForwarder)",

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
    "Settings → Request retries: 3 or more (it is 0, so a text met by a lost connection would be lost).",
    "Then press Test in the sender.",
  ],

  warnings: [
    "SmsForwarder accepts ANY TLS certificate: whoever sits between the phone and this server can read the key and every text. " +
      "Use it only over a network you trust, such as a VPN to the server, or use another app.",
    "A text that contains the app's own tags, such as [msg] or [title], arrives changed.",
  ],

  toRequest: (target, text) => ({
    url: `${pushUrl(target)}?timestamp=${text.receivedAt}`,
    headers: { "content-type": "application/json", authorization: `Bearer ${target.token}` },
    body: toTemplate(phoneOf(target, text))
      .replace("{{FROM}}", () => escapeJson(text.sender))
      .replace("{{SMS}}", () => escapeJson(text.body))
      .replace(/\[receive_time:[^\]]*\]/g, toTimestamp(text.receivedAt).replace("Z", "+00:00")),
  }),
} satisfies Forwarder;

/** `{{…}}` is escaped for JSON by the app, `[…]` is not. */
function toTemplate(phone: string): string {
  return `{"phone":"${phone}","messages":[{"phone":"${phone}","sender":"{{FROM}}","body":"{{SMS}}","received_at":"[receive_time:yyyy-MM-dd'T'HH:mm:ss.SSSXXX]"}]}`;
}
