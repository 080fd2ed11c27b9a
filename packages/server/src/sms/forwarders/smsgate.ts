import { toTimestamp } from "../../clock.ts";
import { signSmsGate } from "../signature.ts";
import { type Forwarder, type ForwarderTarget, phoneOf } from "./forwarder.ts";
import { escapeJson, toUnicodeEscape } from "./json-escape.ts";

/** capcom6's app: without headers and template, so its webhook has its own path and is signed. */
export const smsGate = {
  title: "SMSGate, SMS Gateway for Android (capcom6/android-sms-gateway)",
  platform: "android",

  /** Returns the setup instructions, line by line. */
  setup: (target) => [
    "Settings → Webhooks → Signing key:",
    `  ${target.token}`,
    "",
    "Home → Local server: on. It shows the phone's address, a user name and a password. From a computer in the same network:",
    "  curl -u USER:PASSWORD -H 'Content-Type: application/json' http://PHONE:8080/webhooks \\",
    `    -d '${JSON.stringify({ id: "frontdesk", url: toWebhookUrl(target), event: "sms:received" })}'`,
    "",
    "In cloud or private-server mode send the same to that server's /webhooks instead.",
  ],

  warnings: [
    "SMSGate calls only https URLs (its insecure build excepted), and recent versions no private or .local hosts.",
    "The phone's clock must be right to within five minutes, or its signatures are rejected.",
  ],

  /** Returns the request that the app sends for an SMS if it is set up as above. */
  toRequest: (target, sms) => {
    const body = toEventJson(target, sms);
    const timestamp = String(Math.floor(Date.now() / 1000));
    return {
      url: toWebhookUrl(target),
      headers: {
        "content-type": "application/json",
        "user-agent": "me.capcom.smsgateway/1.40.0",
        "x-timestamp": timestamp,
        "x-signature": signSmsGate(target.token, body, timestamp),
      },
      body,
    };
  },
} satisfies Forwarder;

/** Returns the URL of the inbox's webhook path, with the placeholder `ID` if the id is not known. */
function toWebhookUrl({ url, id, phones: [first, second] }: ForwarderTarget): string {
  const query = new URLSearchParams({ phone: first, ...(second ? { phone2: second } : {}) });
  return `${url}/svc-api/sms/${id ?? "ID"}/smsgate?${query}`;
}

/**
 * Returns the JSON of an SMS as the app would send it, for a sample request: with made-up ids, a time that ends with `+00:00` instead
 * of `Z`, and escapes for characters that have a meaning in HTML or scripts.
 */
function toEventJson(target: ForwarderTarget, sms: Parameters<Forwarder["toRequest"]>[1]): string {
  const toJsonString = (value: string) =>
    `"${escapeJson(value, (unit) => (/[<>&='\u2028\u2029]/.test(unit) ? toUnicodeEscape(unit) : undefined))}"`;
  const receivedAt = toTimestamp(sms.receivedAt).replace("Z", "+00:00");
  const payload = [
    `"messageId":"5f1c03a2"`,
    `"sender":${toJsonString(sms.sender)}`,
    `"recipient":${toJsonString(phoneOf(target, sms))}`,
    `"simNumber":${sms.sim}`,
    `"message":${toJsonString(sms.body)}`,
    `"receivedAt":${toJsonString(receivedAt)}`,
    // The name of the sender in older versions of the app, which newer ones still send.
    `"phoneNumber":${toJsonString(sms.sender)}`,
  ].join(",");
  return `{"id":"Ey6ECgOkVVFjz3CL48B8C","webhookId":"frontdesk","event":"sms:received","deviceId":"ffffffffceb0b1db","payload":{${payload}}}`;
}
