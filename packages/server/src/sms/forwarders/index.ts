import { companion } from "./companion.ts";
import type { Forwarder } from "./forwarder.ts";
import { incomingSmsGateway } from "./incoming-sms-gateway.ts";
import { smsForwarder } from "./smsforwarder.ts";
import { smsGate } from "./smsgate.ts";
import { termux } from "./termux.ts";

/** The apps a phone can be set up with, by the name that `--app` takes. */
export const forwarders = {
  companion,
  "incoming-sms-gateway": incomingSmsGateway,
  smsforwarder: smsForwarder,
  smsgate: smsGate,
  termux,
} satisfies Record<string, Forwarder>;

export type ForwarderName = keyof typeof forwarders;

/** What no app can change (Android 17 and the apps' nature). */
export const androidLimits = [
  "Android 17 holds texts back for three hours from every app but the addressee and the default SMS app, when they have the form " +
    "of the SMS Retriever or WebOTP interface. Apps built for Android 17 get all one-time codes that late.",
  "RCS chats are not SMS: no app can forward them. Switch RCS off for the number, so that codes come as SMS.",
  "Exempt the app from battery optimisation, or texts wait while the screen is off.",
];
