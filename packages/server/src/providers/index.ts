import { mailgun } from "./mailgun.ts";
import { postmark } from "./postmark.ts";
import type { Provider } from "./provider.ts";
import { resend } from "./resend.ts";
import { sendgrid } from "./sendgrid.ts";
import { ses } from "./ses.ts";
import { sns } from "./sns.ts";
import { twilio } from "./twilio.ts";
import { vonage } from "./vonage.ts";

/** All providers, by the name in their path: `/as/<name>/…`. */
export const providers = { resend, sendgrid, postmark, mailgun, ses, twilio, vonage, sns } as const satisfies Record<
  string,
  Provider
>;
