import { mailgun } from "./apis/mailgun.ts";
import { postmark } from "./apis/postmark.ts";
import { resend } from "./apis/resend.ts";
import { sendgrid } from "./apis/sendgrid.ts";
import { ses } from "./apis/ses.ts";
import { sns } from "./apis/sns.ts";
import { twilio } from "./apis/twilio.ts";
import { vonage } from "./apis/vonage.ts";
import type { Provider } from "./provider.ts";
import type { ProviderSetup } from "./setup.ts";

/** All providers, by the name in their path: `/as/<name>/…`. */
export const providers = { resend, sendgrid, postmark, mailgun, ses, twilio, vonage, sns } as const satisfies Record<
  string,
  Provider
>;

/** Name of a provider whose send routes the server accepts. */
export type ProviderName = keyof typeof providers;

/** Returns how to make an app's SDK of this provider send to a Frontdesk server. @throws TypeError for an unknown provider */
export function toProviderSetup(name: ProviderName): ProviderSetup {
  if (Object.hasOwn(providers, name)) return providers[name].setup;
  throw new TypeError(`No provider ${name}. There are ${Object.keys(providers).join(", ")}.`);
}
