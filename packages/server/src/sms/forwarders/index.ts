import { companion } from "./companion.ts";
import type { Forwarder } from "./forwarder.ts";
import { incomingSmsGateway } from "./incoming-sms-gateway.ts";
import { shortcuts } from "./shortcuts.ts";
import { smsForwarder } from "./smsforwarder.ts";
import { smsGate } from "./smsgate.ts";
import { termux } from "./termux.ts";

/** The supported apps, by their name for `--app`. */
export const forwarders = {
  companion,
  "incoming-sms-gateway": incomingSmsGateway,
  shortcuts,
  smsforwarder: smsForwarder,
  smsgate: smsGate,
  termux,
} satisfies Record<string, Forwarder>;

export type ForwarderName = keyof typeof forwarders;

/** Returns everything that the user of an app must know. */
export const warningsOf = ({ platform, warnings }: Forwarder): readonly string[] =>
  platform === "android" ? [...warnings, ...androidLimits] : warnings;

/** Limitations of Android that apply to every app. */
export const androidLimits = [
  "Android 17 delays SMS in the form " +
    "of the SMS Retriever or WebOTP API for three hours, except for the addressed app and the default SMS app. Apps built for Android 17 get all one-time codes that late.",
  "RCS chats are not SMS: no app can forward them. Switch RCS off for the number, so that codes come as SMS.",
  "Exempt the app from battery optimisation, or SMS wait while the screen is off.",
];
